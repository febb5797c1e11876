import { globSync } from 'node:fs';
import { VIEWER_HEADER } from '#platform/http/edge-key.ts';

/** The paths that the distribution sends to the HTTP API. All others are files of the web app. */
export const API_PATHS = ['/api', '/auth'] as const;

/**
 * A browser shows a page that it loaded in the last minutes without a round trip. After a release it shows the one before for that long, like an
 * open tab: the files of earlier releases stay.
 */
export const PAGE_MAX_AGE_SECONDS = 300;

/**
 * Returns the path at the origin for a browser's `uri`; undefined if there is none. An address that two of its readers can read differently leads
 * nowhere (docs/decisions/0203). Paths of the API lose a trailing slash: HTTP APIs do not accept it, and the specification leaves it optional. The path of a screen becomes its page, any other path of the app `index.html`. Files stay. It also runs as a CloudFront Function (below), so it
 * must be self-contained and use only JavaScript of that runtime.
 */
export function rewriteUri(uri: string, apiPaths: readonly string[], pages: readonly string[]): string | undefined {
  // A `%` that is encoded or alone; a backslash; an encoded first segment; an empty segment; a segment of dots between separators, raw or encoded.
  const ambiguous = /%25|%(?![0-9a-f]{2})|\\|^\/*[^/]*%|\/\/+[^/]|(\/|%2f|%5c|%3f)(\.|%2e){1,2}(\/|%2f|%5c|%3f|$)/i;
  if (ambiguous.test(uri)) return undefined;
  const ofApi = apiPaths.some((path) => uri === path || uri.startsWith(`${path}/`));
  // The gateway decodes a path twice, and cuts it at a question mark that the first decoding produces.
  if (ofApi) return uri.replace(/\/+$/, '').replace(/%3f/gi, '%253F');
  if (/%2f|%5c|%3f/i.test(uri)) return undefined;
  // A distribution can put its root object in the place of `/` before it calls this.
  const address = uri === '/index.html' ? '/' : uri;
  const isFile = address.substring(address.lastIndexOf('/') + 1).includes('.');
  if (isFile) return address;
  const path = address.toLowerCase().replace(/\/+$/, '');
  const page = `/screens${path === '' ? '/index' : path}.html`;
  return pages.includes(page) ? page : '/index.html';
}

/** The pages of screens in the folder of the built app, as paths (web/screen-pages.ts). */
export const screenPagesIn = (folder: string): string[] =>
  globSync('screens/**/*.html', { cwd: folder })
    .map((page) => `/${page}`)
    .sort();

/** The source of the CloudFront Function (runtime cloudfront-js-2.0) for the viewer requests of all behaviours. */
export const viewerRequestSource = (pages: readonly string[]) => `${rewriteUri.toString()}
function handler(event) {
  var uri = rewriteUri(event.request.uri, ${JSON.stringify(API_PATHS)}, ${JSON.stringify(pages)});
  if (uri === undefined) return { statusCode: 404, statusDescription: 'Not Found' };
  event.request.uri = uri;
  event.request.headers[${JSON.stringify(VIEWER_HEADER)}] = { value: event.viewer.ip };
  return event.request;
}
`;
