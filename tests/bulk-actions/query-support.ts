import type { SQSRecord } from 'aws-lambda';
import { expect, vi } from 'vitest';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { WHOLE_TREE } from '#core/scope.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { bulkActionStore } from '#data/bulk-actions/bulk-actions.ts';
import { area } from '#data/bulk-actions/index.ts';
import { UnitEntity } from '#data/units/units.ts';
import { facetItems } from '#scripts/seed/facets.ts';
import { seedUnits } from '#scripts/seed/units.ts';
import { itemOf, writeAll } from '#scripts/seed/write.ts';
import { ask } from '#support/call.ts';
import { TODAY } from '#support/fleet.ts';
import { work } from './support.ts';

let nextNumber = 50_000;

/** Units in stock with a tag that lists find, of dealer 22 by default. Their list goes by dealer and serial number. */
export async function taggedUnits(count: number, tag: string, dealerKey = 22): Promise<UnitRecord[]> {
  const firstNumber = nextNumber;
  nextNumber += count;
  const units = [...seedUnits({ count, now: TODAY, dealerKey, firstNumber })].map(
    (unit): UnitRecord => ({ ...unit, UnitModel: 'MXD-LTE', UnitStatus: 5, Report: 1, Tags: [tag] }),
  );
  await writeAll(
    units.flatMap((unit) => [itemOf(UnitEntity, unit), ...facetItems(unit, TODAY)]),
    () => {},
  );
  return units;
}

/** Turns the reporting of all units with a tag off by a bulk action. */
export const switchOffTagged = (as: UserRecord, tag: string, pace?: number) =>
  ask(bulkActions.create, { query: { tag }, action: 'reporting', type: 'off', UnitModel: 'MXD-LTE', pace, as });

const start = area.reactions!.find(({ name }) => name === 'start a bulk action')!;

/** What the reaction to the present state of the action sends to the workers' queue. */
export async function sentFor(bchKey: string, now = Date.now()): Promise<SQSRecord[]> {
  const send = vi.fn();
  const { attempt, turn = 0, handedTo } = await bulkActionStore.get(WHOLE_TREE, bchKey);
  await start.react({ bchKey, attempt, turn, handedTo }, { send } as never, now);
  return send.mock.calls.map(([, message], index) => ({
    messageId: `${bchKey} ${turn} ${index}`,
    body: JSON.stringify(message),
    messageAttributes: {},
  })) as never;
}

/** Has the units of the action found and done, until nothing is to do. */
export async function runToEnd(bchKey: string): Promise<void> {
  for (let messages = await sentFor(bchKey); messages.length > 0; messages = await sentFor(bchKey))
    for (const message of messages) expect(await work(message)).toEqual([]);
}

/** All rows of an action, page by page. */
export async function rowsOf(as: UserRecord, bchKey: string, pageSize = 1_000) {
  const rows = [];
  let cursor: string | undefined;
  do {
    const page = await ask(bulkActions.rows, { bchKey, pageSize, as, ...(cursor && { cursor }) });
    rows.push(...page.items);
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  return rows;
}
