import type { Emulator } from './emulator.ts';

/** Allows pages of these origins, `*` for all, as the buckets' CORS rules do in the cloud. */
export function addBrowserAccess(emulator: Emulator, origins: readonly string[]): void {
  emulator.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (origin === undefined) return;
    const allowed = origins.includes('*') || origins.includes(origin);
    if (allowed) {
      reply.header('access-control-allow-origin', origin);
      reply.header('access-control-expose-headers', 'ETag');
      reply.header('vary', 'Origin');
    }
    const method = request.headers['access-control-request-method'];
    if (request.method !== 'OPTIONS' || method === undefined) return;
    if (!allowed) {
      const body =
        '<Error><Code>AccessForbidden</Code><Message>CORSResponse: This CORS request is not allowed.</Message></Error>';
      return reply.code(403).type('application/xml').send(body);
    }
    reply.header('access-control-allow-methods', 'GET, HEAD, PUT, POST');
    reply.header('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*');
    reply.header('access-control-max-age', '3000');
    return reply.code(200).send();
  });
}
