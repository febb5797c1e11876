import { env } from './env.ts';
import { isSame } from './one-time.ts';

/** CloudFront sets it on every request that it hands to the HTTP API, over whatever a viewer sent under that name. */
export const EDGE_KEY_HEADER = 'x-watchkeep-edge-key';

/** The viewer's address as the distribution sees it, which its function sets over whatever a viewer sent under that name. */
export const VIEWER_HEADER = 'x-watchkeep-viewer';

/** Whether a request came through the distribution, which alone knows the key. */
export const cameThroughTheEdge = (headers: Readonly<Record<string, string | undefined>>): boolean =>
  isSame(headers[EDGE_KEY_HEADER] ?? '', env('EDGE_KEY'));
