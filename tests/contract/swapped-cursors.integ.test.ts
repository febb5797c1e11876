import { beforeAll, expect, it } from 'vitest';
import { mayAccess, USER_TYPE } from '#core/access.ts';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { holderOf } from '#data/users/users.ts';
import { ask, call } from '#support/call.ts';
import { aUnit } from '#support/fleet.ts';
import { aUser, WIDEST_FLAGS } from '#support/people.ts';
import { everyItem } from '#support/table-content.ts';
import { aWorld } from '#support/world.ts';
import { ENDPOINTS, type Named, type Sample, sampleOf } from './endpoints.ts';
import { factsIn, holds, OWNER } from './facts.ts';

// The cursors that all lists have returned to the people of a dealer are given to all lists, by a person of another dealer, who asks for a
// unit, a dealer, a user and records of their own. So it is the cursor alone that could lead to what is not theirs.

const PAGED = ENDPOINTS.filter(({ endpoint }) => 'cursor' in endpoint.input.shape);
const STRANGER = 49;

/** The stranger has none of these records, and gets NOT_FOUND before a cursor is read. */
const WITHOUT_OWN_RECORD = [
  'bulk-actions.massActivation',
  'consoles.transcript',
  'demo-units.order',
  'orders.shippingDetails',
  'profiles.versions',
  'reminders.bulkSchedule',
  'users.massCreation',
];

let owners: readonly UserRecord[];
let strangers: readonly UserRecord[];
let facts: readonly string[];
let ownIds: readonly (readonly [of: string, own: string])[];
beforeAll(async () => {
  const { unit } = await aWorld();
  const peopleOf = async (dealer: number) => [
    await aUser({ type: USER_TYPE.engineer, dealer, flags: WIDEST_FLAGS }),
    await aUser({ type: USER_TYPE.monitoringCentre, dealer, flags: [] }),
  ];
  const root = await aUser({ type: USER_TYPE.engineer, dealer: 1, flags: WIDEST_FLAGS });
  [owners, strangers] = [[...(await peopleOf(OWNER)), root], await peopleOf(STRANGER)];
  facts = factsIn([...(await everyItem()).values()]);
  ownIds = await idsOfStranger(unit.UnitSerNum);
});

/** The ids in the samples, and what the stranger has instead. */
async function idsOfStranger(sampleUnit: string) {
  const [as] = strangers;
  const { UnitSerNum } = await aUnit({ dealer: STRANGER });
  const { bchKey } = await ask(bulkActions.create, {
    ...{ units: [UnitSerNum], UnitModel: 'MXD-LTE', action: 'reporting', type: 'off', as: as! },
  });
  return [
    [sampleUnit, UnitSerNum],
    ['01KAJN9FR00000000000000220', bchKey],
    ['user-of-oregon', as!.UserKey],
  ] as const;
}

/** The input of the sample, for what the stranger has. */
function strangersSample(name: string): Sample {
  const ofDealer = JSON.stringify(sampleOf(name)).replace(/(dealer(?:Key)?":"?)220\b/gi, `$1${STRANGER}`);
  return JSON.parse(ownIds.reduce((text, [of, own]) => text.replaceAll(`"${of}"`, `"${own}"`), ofDealer));
}

const amongThose = (people: readonly UserRecord[], { access }: Named['endpoint']) =>
  people.find((user) => mayAccess(access, { ...holderOf(user), home: { dealerKey: user.DealerKey } }));

const toldBy = (answer: string) => facts.filter((fact) => holds(answer, fact));

/** The cursors of the lists, after their first item of the samples, and the lists that show facts of the owner to the owner. */
async function givenOut(): Promise<{ cursors: Map<string, string>; showing: string[] }> {
  const cursors = new Map<string, string>();
  const showing: string[] = [];
  for (const { name, endpoint } of PAGED) {
    const as = amongThose(owners, endpoint);
    if (!as) continue;
    const { body } = await call(endpoint, { ...sampleOf(name), pageSize: 1, as });
    const answer = JSON.stringify(body);
    const [cursor] = answer.match(/(?<="cursor":")[^"]+/) ?? [];
    if (cursor) cursors.set(name, cursor);
    if (toldBy(answer).length > 0) showing.push(name);
  }
  return { cursors, showing };
}

it('tells a stranger nothing, and fails for nobody', { timeout: 300_000 }, async () => {
  const { cursors, showing } = await givenOut();
  expect(facts.length).toBeGreaterThan(20);
  expect(cursors.size).toBeGreaterThan(10);
  expect(showing).toEqual(
    expect.arrayContaining(['units.list', 'users.list', 'customers.list', 'history.eventLog', 'audit.ofObject']),
  );
  const wrong: string[] = [];
  const refused: string[] = [];
  for (const { name, endpoint } of PAGED) {
    const as = amongThose(strangers, endpoint);
    if (!as) continue;
    const sample = strangersSample(name);
    if ((await call(endpoint, { ...sample, as })).status !== 200) refused.push(name);
    for (const [from, cursor] of cursors) {
      const { status, body } = await call(endpoint, { ...sample, cursor, as });
      const told = toldBy(JSON.stringify(body));
      if (status >= 500 || told.length > 0) wrong.push(`${name} answers ${status} to a cursor of ${from}: ${told}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(refused.sort()).toEqual(WITHOUT_OWN_RECORD);
});
