import { env } from '../aws/env.ts';
import { isSame } from '../session/one-time.ts';

/** CloudFront sets it on every request to the HTTP API, and overwrites a viewer's own header of that name. */
export const EDGE_KEY_HEADER = 'x-watchkeep-edge-key';

/** The viewer's address. The distribution's function sets it, and overwrites a viewer's own header of that name. */
export const VIEWER_HEADER = 'x-watchkeep-viewer';

/**
 * True if a request came through the distribution, which alone knows the key. While the key is being changed, either side may
 * have several keys, separated by spaces: one in common is enough.
 */
export function cameThroughTheEdge(headers: Readonly<Record<string, string | undefined>>): boolean {
  const known = env('EDGE_KEY').split(' ');
  const shown = (headers[EDGE_KEY_HEADER] ?? '').split(' ');
  return shown.some((one) => known.some((other) => isSame(one, other)));
}
