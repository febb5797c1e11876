import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { COUNTED_RULES, MAX_ADDRESS_LENGTH, MAX_QUERY_LENGTH } from '#infra/request-limits.ts';
import { API_PATHS, rewriteUri, screenPagesIn } from '#infra/viewer-request.ts';
import { listen, type Running } from '#local/http.ts';
import { proxyTo } from './proxy.ts';
import { acceptedEncodings, staticFiles } from './static-files.ts';

interface FrontOptions {
  /** 0 means any free port. */
  port: number;
  /** The folder of the built web app. */
  root: string;
  /** The HTTP API for requests to `apiPaths`. */
  apiUrl: string;
  apiPaths?: readonly string[];
  /** Headers for every request to the HTTP API. They replace a viewer's own. */
  originHeaders?: Record<string, string>;
  /** The WebSocket API behind the web origin; its path is the stage's name. */
  live?: { path: string; url: string };
  /** The firewall's common rules that only count: infra/request-limits.ts. */
  countedRules?: readonly string[];
  /** Headers of every answer, which replace the origin's: infra/security-headers.ts. */
  headers: Record<string, string>;
}

/** Stands in for the CloudFront distribution: the web app's files, and the APIs behind the same origin. */
export async function startFront({
  port,
  root,
  apiUrl,
  apiPaths = API_PATHS,
  originHeaders = {},
  live,
  countedRules = COUNTED_RULES,
  headers,
}: FrontOptions): Promise<Running> {
  const fileAt = staticFiles(root);
  const pages = screenPagesIn(root);
  const api = proxyTo(apiUrl, originHeaders);
  const liveApi = live && proxyTo(live.url);

  async function serveFile(request: IncomingMessage, response: ServerResponse, path: string) {
    if (request.method !== 'GET' && request.method !== 'HEAD') return say(response, 403, 'Only GET and HEAD');
    const file = await fileAt(path, acceptedEncodings(request.headers['accept-encoding']));
    if (!file) {
      if (path === '/index.html') return say(response, 503, 'The web app is not built yet: npm run build:web');
      return say(response, 404, 'Not found');
    }
    response.setHeaders(new Map(Object.entries(headers)));
    response.setHeader('etag', file.etag);
    response.setHeader('cache-control', file.cacheControl);
    response.setHeader('vary', 'accept-encoding');
    if (isUnchanged(request.headers['if-none-match'], file.etag)) return response.writeHead(304).end();
    if (file.encoding) response.setHeader('content-encoding', file.encoding);
    response.setHeader('content-type', file.contentType);
    response.setHeader('content-length', file.body.length);
    return response.end(request.method === 'HEAD' ? undefined : file.body);
  }

  function say(response: ServerResponse, status: number, sentence: string) {
    return response.writeHead(status, { ...headers, 'content-type': 'text/plain; charset=utf-8' }).end(sentence);
  }

  /** CloudFront closes the connection of a request that is too large. */
  function isRefused(request: IncomingMessage, response: ServerResponse, query: string | undefined): boolean {
    const address = `${request.headers.host ?? ''}${request.url ?? '/'}`;
    if (Buffer.byteLength(address) > MAX_ADDRESS_LENGTH) {
      response.setHeader('connection', 'close');
      say(response, 413, 'The address is too long');
      return true;
    }
    const blocked =
      !countedRules.includes('SizeRestrictions_QUERYSTRING') && Buffer.byteLength(query ?? '') > MAX_QUERY_LENGTH;
    if (blocked) say(response, 403, 'The query is too long');
    return blocked;
  }

  const server = createServer((request, response) => {
    const [asked, query] = splitOnce(request.url ?? '/', '?');
    if (isRefused(request, response, query)) return undefined;
    const path = rewriteUri(asked, apiPaths, pages);
    if (path === undefined) return say(response, 404, 'Not found');
    if (apiPaths.some((apiPath) => path === apiPath || path.startsWith(`${apiPath}/`))) {
      return api.forward(request, response, query === undefined ? path : `${path}?${query}`, headers);
    }
    serveFile(request, response, path).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });

  // An HTTP server forgets the sockets that were upgraded, and would wait for them when it closes.
  const upgraded = new Set<Socket>();
  server.on('upgrade', (request, duplex, head) => {
    const socket = duplex as Socket;
    const [path] = splitOnce(request.url ?? '/', '?');
    if (!live || !liveApi || (path !== live.path && path !== `${live.path}/`)) return socket.destroy();
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
    liveApi.tunnel(request, socket, head);
  });

  const running = await listen(server, port);
  return {
    ...running,
    async close() {
      for (const socket of upgraded) socket.destroy();
      await running.close();
      api.close();
      liveApi?.close();
    },
  };
}

function splitOnce(text: string, mark: string): [before: string, after: string | undefined] {
  const index = text.indexOf(mark);
  return index === -1 ? [text, undefined] : [text.slice(0, index), text.slice(index + 1)];
}

function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  const plain = (tag: string) => tag.trim().replace(/^W\//, '');
  return (ifNoneMatch ?? '').split(',').some((tag) => plain(tag) === plain(etag) || tag.trim() === '*');
}
