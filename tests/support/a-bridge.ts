import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A bridge that answers each order with the status. Returns its address and what it got. */
export async function aBridgeThatAnswers(status: number) {
  const orders: unknown[] = [];
  const server = createServer(async (request, response) => {
    orders.push(JSON.parse(Buffer.concat(await request.toArray()).toString()));
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, orders };
}
