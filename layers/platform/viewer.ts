import { isIP } from 'node:net';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/**
 * The address that a request came from. Behind CloudFront the gateway sees an edge location; the list of addresses then ends with the viewer's,
 * which CloudFront adds to whatever the viewer claimed, and the edge's own. A list of one is a caller that came past CloudFront.
 */
export function viewerAddress({ headers, requestContext }: APIGatewayProxyEventV2): string {
  const addresses = (headers['x-forwarded-for'] ?? '').split(',').map((address) => address.trim());
  const viewer = addresses.at(-2) ?? '';
  return isIP(viewer) === 0 ? requestContext.http.sourceIp : viewer;
}
