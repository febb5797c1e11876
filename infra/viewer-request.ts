import { VIEWER_HEADER } from '#platform/http/edge-key.ts';

/** The paths that the distribution sends to the HTTP API. All others are files of the web app. */
export const API_PATHS = ['/api', '/auth'] as const;

/**
 * Returns the path at the origin for a browser's `uri`. Paths of the API lose a trailing slash: HTTP APIs do not accept it, and the
 * specification leaves it optional. Paths of screens become the one page. Files stay. It also runs as a CloudFront Function (below), so it
 * must be self-contained and use only JavaScript of that runtime.
 */
export function rewriteUri(uri: string, apiPaths: readonly string[]): string {
  const ofApi = apiPaths.some((path) => uri === path || uri.startsWith(`${path}/`));
  if (ofApi) return uri.replace(/\/+$/, '');
  const isFile = uri.substring(uri.lastIndexOf('/') + 1).includes('.');
  return isFile ? uri : '/index.html';
}

/** The source of the CloudFront Function (runtime cloudfront-js-2.0) for the viewer requests of all behaviours. */
export const viewerRequestSource = () => `${rewriteUri.toString()}
function handler(event) {
  event.request.uri = rewriteUri(event.request.uri, ${JSON.stringify(API_PATHS)});
  event.request.headers[${JSON.stringify(VIEWER_HEADER)}] = { value: event.viewer.ip };
  return event.request;
}
`;
