import type { SQSRecord } from 'aws-lambda';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { WHOLE_TREE } from '#core/scope.ts';
import { SECOND } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { bulkActionRowStore } from '#data/bulk-actions/bulk-action-rows.ts';
import { bulkActionStore } from '#data/bulk-actions/bulk-actions.ts';
import { area } from '#data/bulk-actions/index.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { someDealers, TODAY } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { detailOf, expectDoneOnce, expectWorkerKilled, serialsOf, someUnits, work } from './support.ts';

let user: UserRecord;
const handOut = area.reactions!.find(({ name }) => name === 'start a bulk action')!;

beforeAll(async () => {
  await someDealers();
  user = await aUser({ dealer: 22, flags: ['UNIT_EDIT', 'BULK_ACTIONS'] });
});
beforeEach(() => {
  setClock(TODAY);
});

/** What the reaction to the present state of the action sends to the queue. */
async function sentFor(bchKey: string, now: number): Promise<{ share: SQSRecord; units: string[]; delay: number }[]> {
  const send = vi.fn();
  const after = await bulkActionStore.get(WHOLE_TREE, bchKey);
  await handOut.react({ bchKey, attempt: after.attempt, turn: after.turn ?? 0 }, { send } as never, now);
  return send.mock.calls.map(([, message, { delaySeconds = 0 }]) => ({
    share: { messageId: `${bchKey} ${message.turn}`, body: JSON.stringify(message), messageAttributes: {} } as never,
    units: message.units,
    delay: delaySeconds,
  }));
}

/** An action that switches reporting off at 12 units per minute: two every ten seconds. */
async function started(count: number) {
  const units = serialsOf(await someUnits(count));
  const asked = { units, action: 'reporting', type: 'off', UnitModel: 'MXD-LTE', pace: 12 } as const;
  const { bchKey } = await ask(bulkActions.create, { ...asked, as: user });
  return { bchKey, units };
}
async function doneInItsTurn(bchKey: string, UnitSerNum: string): Promise<void> {
  const bulkAction = await bulkActionStore.get(WHOLE_TREE, bchKey);
  expect(await bulkActionRowStore.done({ bulkAction, UnitSerNum, now: TODAY })).toBe(true);
}
const change = (bchKey: string, pace: number | null) => call(bulkActions.changePace, { bchKey, pace, as: user });

it('a paced action hands out its rows turn by turn, also if a message comes twice and a worker is killed', async () => {
  const { bchKey, units } = await started(6);
  const [first] = await sentFor(bchKey, TODAY);
  expect(first).toMatchObject({ units: units.slice(0, 2), delay: 0 });
  // Killed at the second row: the turn is not over.
  await expectWorkerKilled({ killedAt: 2 }, [first!.share]);
  expect((await detailOf(user, bchKey)).bulkAction).toMatchObject({ failed: 0, turn: 0 });
  await Promise.all([work(first!.share), work(first!.share)]);
  await work(first!.share);
  expect((await detailOf(user, bchKey)).bulkAction).toMatchObject({ done: 2, turn: 1, pace: 12 });

  const [second, ...none] = await sentFor(bchKey, TODAY);
  expect(none).toEqual([]);
  expect(second).toMatchObject({ units: units.slice(2, 4), delay: 10 });
  setClock(TODAY + 10 * SECOND);
  await work(second!.share);
  const [third] = await sentFor(bchKey, TODAY + 11 * SECOND);
  expect(third).toMatchObject({ units: units.slice(4), delay: 9 });
  await work(third!.share);
  await expectDoneOnce(user, bchKey, units);
  expect(await sentFor(bchKey, TODAY)).toEqual([]);
});

it('the pace can change while it runs: shares of before are void, and the rest is handed out by the new pace', async () => {
  const { bchKey, units } = await started(4);
  const [first] = await sentFor(bchKey, TODAY);
  await work(first!.share);
  const [waiting] = await sentFor(bchKey, TODAY);
  expect(await change(bchKey, 60)).toMatchObject({ status: 200, body: { pace: 60, done: 2 } });
  await work(waiting!.share);
  expect((await detailOf(user, bchKey)).bulkAction.done).toBe(2);
  expect(await sentFor(bchKey, TODAY)).toMatchObject([{ units: units.slice(2), delay: 10 }]);

  expect((await change(bchKey, null)).body).not.toHaveProperty('pace');
  const [rest] = await sentFor(bchKey, TODAY);
  expect(rest).toMatchObject({ units: units.slice(2), delay: 0 });
  await work(rest!.share);
  await expectDoneOnce(user, bchKey, units);
  expect(await change(bchKey, 5)).toMatchObject({ status: 409, body: { message: 'The bulk action is over already' } });
  const changes = (await auditOf('bulkAction', bchKey)).filter(({ action }) => action === 'change pace of bulk action');
  expect(changes).toMatchObject([
    { before: { pace: 12 }, after: { pace: 60 }, actorKey: user.UserKey },
    { before: { pace: 60 } },
  ]);
});

it('a pause and a resume do not bring the next turn forward, and leave one share to do', async () => {
  const { bchKey, units } = await started(4);
  const [first] = await sentFor(bchKey, TODAY);
  await work(first!.share);
  const [waiting] = await sentFor(bchKey, TODAY);
  await ask(bulkActions.pause, { bchKey, as: user });
  expect(await sentFor(bchKey, TODAY)).toEqual([]);
  await work(waiting!.share);
  setClock(TODAY + SECOND);
  await ask(bulkActions.resume, { bchKey, as: user });
  const [next] = await sentFor(bchKey, TODAY + SECOND);
  expect(next).toMatchObject({ units: units.slice(2), delay: 9 });
  await work(waiting!.share, next!.share);
  await expectDoneOnce(user, bchKey, units);
});

it('a reaction that comes twice does not enlarge its turn', async () => {
  const { bchKey, units } = await started(4);
  await doneInItsTurn(bchKey, units[0]!);
  expect(await sentFor(bchKey, TODAY)).toMatchObject([{ units: [units[1]] }]);
  await doneInItsTurn(bchKey, units[1]!);
  expect(await sentFor(bchKey, TODAY)).toEqual([]);
});

it('what a worker of an earlier turn was refused stays the outcome', async () => {
  const { bchKey, units } = await started(1);
  const read = () => bulkActionStore.get(WHOLE_TREE, bchKey);
  const earlier = await read();
  await change(bchKey, 60);
  const row = { UnitSerNum: units[0]!, now: TODAY };
  expect(await bulkActionRowStore.fail({ bulkAction: earlier, ...row }, 'Refused')).toBe(true);
  expect(await bulkActionRowStore.done({ bulkAction: await read(), ...row })).toBe(false);
  expect((await detailOf(user, bchKey)).rows).toMatchObject([{ state: 'failed', reason: 'Refused' }]);
});

it.each([
  [
    'a pause and a resume',
    async (bchKey: string) => {
      await ask(bulkActions.pause, { bchKey, as: user });
      await ask(bulkActions.resume, { bchKey, as: user });
    },
  ],
  ['the same pace', (bchKey: string) => change(bchKey, 12)],
])('%s in the middle of a turn do not begin another one before its time', async (_, command) => {
  const { bchKey, units } = await started(3);
  await doneInItsTurn(bchKey, units[0]!);
  setClock(TODAY + SECOND);
  await command(bchKey);
  expect(await sentFor(bchKey, TODAY + SECOND)).toMatchObject([{ units: units.slice(1), delay: 9 }]);
});
