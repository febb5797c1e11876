import { Readable } from 'node:stream';
import { afterEach, expect, it } from 'vitest';
import { json, type Running, serveHttp } from '#local/http.ts';

let running: Running;
afterEach(() => running.close());

it('a stand-in refuses a body above 40 MB that does not declare its length', async () => {
  let handled = 0;
  running = await serveHttp({ port: 0, handle: () => json(200, { handled: ++handled }) });
  const megabyte = Buffer.alloc(1024 * 1024);
  const send = async (megabytes: number) => {
    const body = Readable.toWeb(Readable.from(Array.from({ length: megabytes }, () => megabyte)));
    return (await fetch(running.url, { method: 'POST', body, duplex: 'half' } as RequestInit)).status;
  };
  expect([await send(40), await send(41), handled]).toEqual([200, 413, 1]);
});
