import { isIP } from 'node:net';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { cameThroughTheEdge, VIEWER_HEADER } from './edge-key.ts';

/**
 * The address that a request came from. Behind CloudFront the gateway sees an edge location, so CloudFront sends the viewer's
 * address in a header of ours: how an HTTP API treats X-Forwarded-For is not documented. A caller that bypasses CloudFront can
 * forge any header, so its address is the one that the gateway saw.
 */
export function viewerAddress({ headers, requestContext }: APIGatewayProxyEventV2): string {
  const seen = requestContext.http.sourceIp;
  if (!cameThroughTheEdge(headers)) return seen;
  const viewer = headers[VIEWER_HEADER] ?? '';
  return isIP(viewer) === 0 ? seen : viewer;
}
