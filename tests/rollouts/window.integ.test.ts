import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, instant, MINUTE } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { syncQueueStore } from '#data/unit-configuration/sync-queue.ts';
import type { SyncOrder } from '#protocol/command-port.ts';
import { heldUnit } from '#support/held-unit.ts';
import { aRunningRollout, inState, messageOf, oneStage, runAt, START, someUnits, testsOfRollouts } from './support.ts';

testsOfRollouts();

const orders: SyncOrder[] = [];
let status: number;
const bridge = createServer(async (request, response) => {
  const body: Buffer[] = [];
  for await (const part of request) body.push(part);
  orders.push(JSON.parse(Buffer.concat(body).toString()) as SyncOrder);
  response.writeHead(status).end();
});
beforeAll(() => new Promise<void>((listening) => bridge.listen(0, '127.0.0.1', listening)));
beforeEach(() => {
  status = 202;
});
afterAll(() => bridge.close());

/** In all of the United States at once it is open from 08:00 to 11:00 UTC. */
const WINDOW = { from: '00:00', to: '06:00' };
const OPENING = START + 23 * HOUR;
/** It is 14:00 in New York. */
const PING = { lastPingTime: instant(START - 14 * HOUR), pingReason: 'Scheduled' as const };

/** A rollout with a window, and its connected units, which ping outside of it. */
async function aNightly(count: number, { acPower = true, hasWindow = true } = {}) {
  const lastPing = { ...PING, acPower, chargedPercent: 30 };
  const { tag, serials } = await someUnits(count, { lastPing } as Partial<UnitRecord>);
  const bridgeAddress = `http://127.0.0.1:${(bridge.address() as AddressInfo).port}`;
  for (const one of serials) await heldUnit(one, bridgeAddress, { now: START, leaseFor: 9 * DAY });
  return { serials, ...(await aRunningRollout(tag, { ...oneStage(tag), ...(hasWindow && { window: WINDOW }) })) };
}
const ordersAt = async (now: number) => {
  orders.length = 0;
  await runAt(now, 1);
  return orders.map(({ UnitSerNum }) => UnitSerNum).sort();
};

describe('a unit that pings only while its window is closed', () => {
  it('is sent the update as soon as it is queued, and again at each opening until it begins', async () => {
    const { serials, rolloutId, proposer: as } = await aNightly(1);
    expect(await ordersAt(START)).toEqual(serials);
    expect(orders).toEqual([{ UnitSerNum: serials[0], configuration: false, types: ['FIRMVER'] }]);
    expect(await ordersAt(START + MINUTE)).toEqual([]);
    // The window is closed.
    for (const hours of [3, 8, 22.5]) expect(await ordersAt(START + hours * HOUR)).toEqual([]);
    expect(await ordersAt(OPENING)).toEqual(serials);
    expect(await ordersAt(OPENING + MINUTE)).toEqual([]);
    expect(await ordersAt(OPENING + 2 * HOUR)).toEqual(serials);

    await syncQueueStore.progress(serials[0]!, (await messageOf(serials[0]!))!.MessageKeyHex);
    expect(await ordersAt(OPENING + DAY)).toEqual([]);
    expect(await inState(rolloutId, 'sent', as)).toEqual(serials);
  });

  it('is not woken without the power for an update', async () => {
    const { serials, rolloutId, proposer: as } = await aNightly(1, { acPower: false });
    for (const minute of [0, 1, 2]) expect(await ordersAt(START + minute * MINUTE)).toEqual([]);
    expect(await inState(rolloutId, 'sent', as)).toEqual(serials);
  });

  it('keeps no other unit waiting for a bridge that does not answer, and is tried again', async () => {
    const { serials, rolloutId, proposer: as } = await aNightly(3);
    status = 503;
    await runAt(START, 3);
    expect(await inState(rolloutId, 'sent', as)).toEqual(serials);
    expect(await ordersAt(OPENING)).toHaveLength(1);
    status = 202;
    expect(await ordersAt(OPENING + HOUR)).toEqual(serials);
  });
});

it('without a window, the update waits for a ping', async () => {
  const { serials, rolloutId, proposer: as } = await aNightly(1, { hasWindow: false });
  for (const minute of [0, 1, 4]) expect(await ordersAt(START + minute * MINUTE)).toEqual([]);
  expect(await inState(rolloutId, 'sent', as)).toEqual(serials);
});
