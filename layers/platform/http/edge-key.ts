import { env } from '../aws/env.ts';
import { isSame } from '../session/one-time.ts';

/** CloudFront sets it on every request that it hands to the HTTP API, over whatever a viewer sent under that name. */
export const EDGE_KEY_HEADER = 'x-watchkeep-edge-key';

/** The viewer's address as the distribution sees it, which its function sets over whatever a viewer sent under that name. */
export const VIEWER_HEADER = 'x-watchkeep-viewer';

/**
 * Whether a request came through the distribution, which alone knows the key. While the key is being changed, the distribution shows
 * more than one or the function knows more than one, parted by spaces: one that both have is enough.
 */
export function cameThroughTheEdge(headers: Readonly<Record<string, string | undefined>>): boolean {
  const known = env('EDGE_KEY').split(' ');
  const shown = (headers[EDGE_KEY_HEADER] ?? '').split(' ');
  return shown.some((one) => known.some((other) => isSame(one, other)));
}
