import { beforeAll, describe, expect, it, vi } from 'vitest';
import { client } from '#data/kit/table.ts';
import { someCallers } from '#support/accounts.ts';
import { call } from '#support/call.ts';
import { aSession } from '#support/people.ts';
import { aWorld } from '#support/world.ts';
import { CONTRACT, ENDPOINTS } from './endpoints.ts';
import { goodSampleOf } from './good-samples.ts';

/**
 * Written by hand: the calls that change something and leave no audit entry. They are about the caller alone: signing out, what they look at and how,
 * and what nobody else sees until they submit it. What a carrier posts decides nothing by itself: the SIM is read, and changes that way. How a report is
 * mailed is in the audit, each mail in the report.
 */
const WITHOUT_ENTRY = new Set([
  'auth.logout',
  'auth.logoutEverywhere',
  'auth.loginOAuth',
  'dashboard.acknowledge',
  'dashboard.visit',
  'orders.addOrder',
  'orders.deleteItem',
  'orders.saveDetails',
  'orders.updateItem',
  'saved-reports.sendNow',
  'second-factor.begin',
  'second-factor.sendAgain',
  'sims.thingSpaceResult',
  'table-settings.update',
  'unit-notes.setPinned',
  'units.deleteView',
  'units.saveView',
  'user-settings.saveTimes',
]);

/** Items that only limit or order the calls of people, and end by themselves. */
const KEEPING_ORDER = new Set(['attempt', 'carrierTurn', 'counter', 'oneTimeToken']);

let callerOf: Awaited<ReturnType<typeof someCallers>>;
beforeAll(async () => {
  await aWorld();
  callerOf = await someCallers();
});

interface Written {
  Item?: { sk: string };
  Key?: { sk: string };
}
/** The sort key of an item begins with the name and the version of its entity: `$unit_1`. */
const kindOf = ({ Item, Key }: Written) => /^\$(\w+?)_1(?:#|$)/.exec((Item ?? Key)!.sk)?.[1] ?? 'unknown';

/** The kinds of items that the table was asked to write. */
function writtenKinds(input: { TransactItems?: Record<string, Written>[] } & Written, name: string): string[] {
  if (name === 'TransactWriteCommand')
    return input.TransactItems!.flatMap((one) =>
      Object.entries(one).flatMap(([action, write]) => (action === 'ConditionCheck' ? [] : [kindOf(write)])),
    );
  return ['PutCommand', 'UpdateCommand', 'DeleteCommand'].includes(name) ? [kindOf(input)] : [];
}

describe('every call that changes something', () => {
  const changing = ENDPOINTS.filter(({ endpoint }) => endpoint.method !== 'GET');
  const audited: string[] = [];

  it.each(changing)('is in the audit, or among those that need no entry: $name', async ({ name, endpoint }) => {
    const { token } = await aSession(callerOf(endpoint));
    const sample = await goodSampleOf(name);
    const send = vi.spyOn(client, 'send');
    const { status } = await call(endpoint, { ...sample, as: token });
    const kinds = send.mock.calls.flatMap(([command]) =>
      writtenKinds(command.input as never, command.constructor.name),
    );
    send.mockRestore();
    expect(status).toBe(200);
    const isAudited = kinds.includes('audit');
    if (isAudited) audited.push(name);
    const changes = kinds.some((kind) => !KEEPING_ORDER.has(kind));
    expect(isAudited, kinds.join()).toBe(changes && !WITHOUT_ENTRY.has(name));
  });

  it('is most calls of all areas', () => {
    // So a test that no longer sees what is written fails.
    if (ENDPOINTS.length === CONTRACT.length) expect(audited.length).toBeGreaterThan(100);
  });
});
