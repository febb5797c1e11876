import type { SQSRecord } from 'aws-lambda';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { ACCESS_FLAGS, USER_TYPE } from '#core/access.ts';
import { logs } from '#core/logs/contract.ts';
import { DAY, HOUR, instant } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { someDealers, TODAY } from '#support/fleet.ts';
import { invoke } from '#support/invoke.ts';
import { aShownSession, aUser } from '#support/people.ts';
import { eventOf } from '#support/queue.ts';

let engineer: UserRecord;
beforeAll(async () => {
  await someDealers();
  engineer = await aUser({ dealer: 1, type: USER_TYPE.engineer, flags: ['ENGINEER'] });
});
beforeEach(() => setClock(TODAY));

const invalid = (id: string, receivedAt: number, more: object = {}) => ({
  ...{ version: 1, kind: 'invalid', id, bridgeId: 'bridge-1', receivedAt, raw: '574b01', error: 'malformed' },
  ...{ detail: 'A field is cut off', remoteAddress: '203.0.113.9', ...more },
});
const taken = async (messages: readonly object[]) => {
  const records = messages.map(
    (body, index) =>
      ({ messageId: `m-${index}`, body: JSON.stringify(body), messageAttributes: {} }) as unknown as SQSRecord,
  );
  expect(await invoke('on-unit-report', eventOf(...records))).toEqual({ batchItemFailures: [] });
};

it('has the messages of all senders, the newest first, page by page, each once [P3-B15 P3-C32]', async () => {
  const messages = [0, 1, 20, 29, 31].map((days) =>
    invalid(
      `m-${days}`,
      TODAY - days * DAY - HOUR,
      days === 1 ? { UnitSerNum: '400220', imei: '356938035643809' } : {},
    ),
  );
  await taken(messages);
  await taken(messages);
  const found: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: { items: { id: string }[]; cursor: string | null } = await ask(logs.invalidLog, {
      ...{ pageSize: 2, as: engineer },
      ...(cursor && { cursor }),
    });
    found.push(...page.items.map(({ id }) => id));
    cursor = page.cursor;
  }
  expect(found).toEqual(['m-0', 'm-1', 'm-20', 'm-29']);
  const { items } = await ask(logs.invalidLog, { pageSize: 2, as: engineer });
  expect(items).toEqual([
    {
      ...{ id: 'm-0', at: instant(TODAY - HOUR), UnitSerNum: '', imei: '', remoteAddress: '203.0.113.9' },
      ...{ error: 'malformed', detail: 'A field is cut off', raw: '574b01' },
    },
    expect.objectContaining({ id: 'm-1', UnitSerNum: '400220', imei: '356938035643809' }),
  ]);
});

it('keeps only the beginning of what a hostile sender made long', async () => {
  await taken([invalid('long', TODAY, { detail: 'x'.repeat(10_000), raw: 'ab'.repeat(10_000) })]);
  const { items } = await ask(logs.invalidLog, { pageSize: 1, as: engineer });
  expect([items[0]!.id, items[0]!.detail.length, items[0]!.raw.length]).toEqual(['long', 500, 4_200]);
  expect(items[0]!.cutFrom).toBe(10_000);
});

it('has the length of a frame of which the bridge kept the beginning [P3-R30]', async () => {
  await taken([invalid('cut', TODAY, { raw: 'ab'.repeat(256), cutFrom: 1036 }), invalid('whole', TODAY - 1)]);
  const { items } = await ask(logs.invalidLog, { pageSize: 10, as: engineer });
  const cutOf = (id: string) => items.find((item) => item.id === id)!.cutFrom;
  expect([cutOf('cut'), cutOf('whole')]).toEqual([1036, undefined]);
});

it('is for engineers of the root dealer alone', async () => {
  const other = await aUser({ dealer: 22, type: USER_TYPE.engineer, flags: [...ACCESS_FLAGS] });
  expect((await call(logs.invalidLog, { as: other })).status).toBe(403);
  const { token } = await aShownSession(engineer, 22);
  expect((await call(logs.invalidLog, { as: token })).status).toBe(403);
});
