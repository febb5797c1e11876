import { isIP } from 'node:net';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { cameThroughTheEdge } from './edge-key.ts';

/**
 * The address that a request came from. Behind CloudFront the gateway sees an edge location; the list of addresses then ends with the
 * viewer's, which CloudFront adds to whatever the viewer claimed, and the edge's own. Who calls the gateway past CloudFront can claim any
 * list, so that theirs is what the gateway saw.
 */
export function viewerAddress({ headers, requestContext }: APIGatewayProxyEventV2): string {
  const seen = requestContext.http.sourceIp;
  if (!cameThroughTheEdge(headers)) return seen;
  const viewer = (headers['x-forwarded-for'] ?? '').split(',').at(-2)?.trim() ?? '';
  return isIP(viewer) === 0 ? seen : viewer;
}
