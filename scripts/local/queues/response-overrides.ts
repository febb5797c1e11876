import type { Emulator } from './emulator.ts';

const OVERRIDES = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
];

/** GetObject's `response-*` parameters, which name a download and set its type (S3 API, GetObject). */
export function addResponseOverrides(emulator: Emulator): void {
  emulator.addHook('onSend', async (request, reply) => {
    if (request.method !== 'GET' || reply.statusCode >= 300) return;
    const query = request.query as Record<string, string | undefined>;
    for (const name of OVERRIDES) {
      const value = query[`response-${name}`];
      if (value !== undefined) reply.header(name, value);
    }
  });
}
