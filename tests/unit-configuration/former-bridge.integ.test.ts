import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { MessageType } from '#core/unit-messages/common-reports.ts';
import { syncOverBridge } from '#platform/aws/bridge.ts';
import type { SyncOrder } from '#protocol/command-port.ts';
import { bridgeCommandSecret } from '#support/secret.ts';

const orders: SyncOrder[] = [];
/** Refuses an order as the bridge of a former release does, which does not know the type HOMEWIFIC. */
const bridge = createServer(async (request, response) => {
  const body: Buffer[] = [];
  for await (const part of request) body.push(part);
  const order = JSON.parse(Buffer.concat(body).toString()) as SyncOrder;
  orders.push(order);
  response.writeHead(order.types.includes('HOMEWIFIC') || order.UnitSerNum === 'wrong' ? 422 : 202).end();
});
let address: string;

beforeAll(async () => {
  await bridgeCommandSecret();
  await new Promise<void>((listening) => bridge.listen(0, '127.0.0.1', listening));
  address = `http://127.0.0.1:${(bridge.address() as AddressInfo).port}`;
});
beforeEach(() => {
  orders.length = 0;
});
afterAll(() => bridge.close());

const order = (types: MessageType[], UnitSerNum = '400123') => ({ UnitSerNum, configuration: true, types });

it('a bridge of the former release gets what it knows', async () => {
  await syncOverBridge(address, order(['FIRMVER', 'HOMEWIFIC', 'RF']));
  expect(orders).toEqual([order(['FIRMVER', 'HOMEWIFIC', 'RF']), order(['FIRMVER', 'RF'])]);
});

it('an order that a bridge refuses for another reason is refused', async () => {
  await expect(syncOverBridge(address, order(['RF', 'HOMEWIFIC'], 'wrong'))).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  });
  expect(orders).toHaveLength(2);
});
