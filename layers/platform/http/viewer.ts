import { isIP } from 'node:net';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { cameThroughTheEdge, VIEWER_HEADER } from './edge-key.ts';

/**
 * The address that a request came from. Behind CloudFront the gateway sees an edge location, and CloudFront says in a header of ours whom it
 * saw: what becomes of X-Forwarded-For in an HTTP API is documented nowhere. Who calls the gateway past CloudFront can claim any header, so
 * that their address is what the gateway saw.
 */
export function viewerAddress({ headers, requestContext }: APIGatewayProxyEventV2): string {
  const seen = requestContext.http.sourceIp;
  if (!cameThroughTheEdge(headers)) return seen;
  const viewer = headers[VIEWER_HEADER] ?? '';
  return isIP(viewer) === 0 ? seen : viewer;
}
