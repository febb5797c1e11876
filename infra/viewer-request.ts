import { VIEWER_HEADER } from '#platform/http/edge-key.ts';

/** The paths that the distribution hands to the HTTP API; all others are files of the web app. */
export const API_PATHS = ['/api', '/auth'] as const;

/**
 * What the distribution asks its origin for when a browser asks for `uri`. Paths of the API lose a trailing slash, which
 * HTTP APIs do not tolerate and the specification leaves optional; addresses of screens become the one page; files stay.
 * It also runs as a CloudFront Function (below): self-contained, and in the JavaScript that these know.
 */
export function rewriteUri(uri: string, apiPaths: readonly string[]): string {
  const ofApi = apiPaths.some((path) => uri === path || uri.startsWith(`${path}/`));
  if (ofApi) return uri.replace(/\/+$/, '');
  const isFile = uri.substring(uri.lastIndexOf('/') + 1).includes('.');
  return isFile ? uri : '/index.html';
}

/** The source of the CloudFront Function (runtime cloudfront-js-2.0) to put on the viewer requests of all behaviours. */
export const viewerRequestSource = () => `${rewriteUri.toString()}
function handler(event) {
  event.request.uri = rewriteUri(event.request.uri, ${JSON.stringify(API_PATHS)});
  event.request.headers[${JSON.stringify(VIEWER_HEADER)}] = { value: event.viewer.ip };
  return event.request;
}
`;
