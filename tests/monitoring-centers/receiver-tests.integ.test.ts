import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { CenterStatus } from '#core/monitoring-centers/center.ts';
import { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { MonitoringCenterEntity } from '#data/monitoring-centers/centers.ts';
import { ReceiverEntity, ReceiverSecretEntity } from '#data/monitoring-centers/receivers.ts';
import { RECEIVER_KEY, RECEIVER_LOGIN, startReceivers } from '#local/receivers/start.ts';
import { ask } from '#support/call.ts';
import { someDealers } from '#support/fleet.ts';
import { invoke } from '#support/invoke.ts';
import { aUser } from '#support/people.ts';
import { aQueue, eventOf, takeAll } from '#support/queue.ts';
import { follow } from '#support/reactions.ts';
import { aStreamReader } from '#support/stream.ts';

let receivers: Awaited<ReturnType<typeof startReceivers>>;
let as: UserRecord;
let named = 0;
beforeAll(async () => {
  await someDealers();
  receivers = await startReceivers({ ports: { dc09: 0, webhook: 0 } });
  as = await aUser({ dealer: 22, flags: ['ADMIN'] });
});
afterAll(() => receivers.close());

async function aReceiver(second = '', status: CenterStatus = 2) {
  const { mcKey } = await ask(monitoringCenters.add, { name: `Tested ${++named}`, protocol: 3, as });
  if (status !== 1) await ask(monitoringCenters.update, { mcKey, version: 1, status, as });
  const main = receivers.dc09Address;
  const input = { mcKey, kind: 'dc09', main, second, accountPrefix: 'A', secret: RECEIVER_KEY } as const;
  await ask(monitoringCenters.setReceiver, { ...input, version: 0, as });
  return input;
}
const testsOf = async (mcKey: string) => (await ask(monitoringCenters.receiver, { mcKey, as })).receiver!.tests;

it('both addresses of each receiver of an active centre are tested over the way of alarms', async () => {
  const { mcKey } = await aReceiver();
  const { mcKey: notActive } = await aReceiver('', 1);
  expect(await invoke('on-receiver-test-due', {})).toEqual({ tested: 1, failed: 0 });
  expect(await testsOf(mcKey)).toEqual({ main: { at: expect.any(String), ok: true, detail: 'ACK' } });
  expect(await testsOf(notActive)).toEqual({});
  expect(receivers.received).toMatchObject([{ token: 'NULL', account: 'A000' }]);
});

it('a receiver that does not answer fails the run, and its result goes when its settings change', async () => {
  const { mcKey, ...input } = await aReceiver('localhost:1');
  await expect(invoke('on-receiver-test-due', {})).rejects.toThrow(/^on-receiver-test-due /);
  expect(await testsOf(mcKey)).toMatchObject({ main: { ok: true }, second: { ok: false } });
  await ask(monitoringCenters.setReceiver, { ...input, mcKey, version: 1, second: '', as });
  expect(await testsOf(mcKey)).toEqual({});
  expect(await invoke('on-receiver-test-due', {})).toEqual({ tested: 2, failed: 0 });
});

it('a run that has no time for all begins with those that were not tested the longest', async () => {
  const at = '2026-11-21T17:00:00.000Z';
  const many = Array.from({ length: 60 }, (_, index) => `00-slow-${index}`);
  await MonitoringCenterEntity.put(
    many.map((id) => ({ DealerKey: 22, id, version: 1, name: id, protocol: 3 as const, status: 2 as const })),
  ).go();
  await ReceiverEntity.put(
    many.map((mcKey) => ({
      ...{ mcKey, OwnerKey: 22, version: 1, kind: 'dc09' as const, main: 'localhost:1', second: '' },
      ...{ accountPrefix: '', secretSince: at, tests: { main: { at, ok: false, detail: 'No' } } },
    })),
  ).go();
  await ReceiverSecretEntity.put(many.map((mcKey) => ({ mcKey, secret: RECEIVER_KEY }))).go();
  // Its key is the last of all.
  const { mcKey } = await aReceiver();
  let now = Date.now();
  // Each look at the clock is a second later, so the first share takes all the time.
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => (now += 1000));
  await expect(invoke('on-receiver-test-due', {})).rejects.toThrow(/^on-receiver-test-due /);
  clock.mockRestore();
  expect(await testsOf(mcKey)).toHaveProperty('main');
  const { data } = await ReceiverEntity.get(many.map((one) => ({ mcKey: one }))).go();
  const left = data.filter(({ tests }) => tests.main?.at === at);
  expect(left.length).toBeGreaterThan(0);
  await Promise.all(many.map((one) => ReceiverEntity.delete({ mcKey: one }).go()));
});

it('a receiver with new settings is tested at once, even before its centre is active, but not for settings that changed again', async () => {
  const { url } = await aQueue();
  process.env.DELIVERY_QUEUE_URL = url;
  const stream = await aStreamReader();
  const { mcKey, ...input } = await aReceiver('', 1);
  await follow(await stream.next());
  const [first] = await takeAll(url);
  await ask(monitoringCenters.setReceiver, { ...input, mcKey, version: 1, second: 'localhost:1', as });
  await follow(await stream.next());
  const [second, ...others] = await takeAll(url);
  expect(others).toEqual([]);
  const done = { batchItemFailures: [] };
  expect(await invoke('on-delivery', eventOf(first!))).toEqual(done);
  expect(await testsOf(mcKey)).toEqual({});
  for (let times = 0; times < 2; times++) expect(await invoke('on-delivery', eventOf(second!))).toEqual(done);
  expect(await testsOf(mcKey)).toMatchObject({ main: { ok: true, detail: 'ACK' }, second: { ok: false } });
  // The result is no new setting.
  await follow(await stream.next());
  expect(await takeAll(url)).toEqual([]);
});

it('a receiver of SCAIP over SIP is tested at both addresses with a ping', async () => {
  const { mcKey, ...input } = await aReceiver();
  const second = 'sip:alarms@localhost:1;transport=tcp';
  const sip = { kind: 'sip' as const, main: receivers.sipAddress, second, secret: RECEIVER_LOGIN };
  await ask(monitoringCenters.setReceiver, { ...input, ...sip, mcKey, version: 1, as });
  await expect(invoke('on-receiver-test-due', {})).rejects.toThrow(/^on-receiver-test-due /);
  expect(await testsOf(mcKey)).toEqual({
    main: { at: expect.any(String), ok: true, detail: 'Status number 0' },
    second: { at: expect.any(String), ok: false, detail: 'The connection was refused' },
  });
  const overSip = receivers.received.filter(({ protocol }) => protocol === 'sip');
  expect(overSip).toMatchObject([{ mty: 'PI', account: 'A000' }]);
});
