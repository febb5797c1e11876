import { beforeAll, describe, expect, it } from 'vitest';
import { USER_TYPE } from '#core/access.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { call } from '#support/call.ts';
import { aUnit } from '#support/fleet.ts';
import { aSession, aShownSession, aUser } from '#support/people.ts';
import { changesBetween, everyItem, type StoredItem } from '#support/table-content.ts';
import { aWorld } from '#support/world.ts';
import { CLOSED, type Named, sampleOf } from './endpoints.ts';

// Users with every flag and without any relation to dealer 220 call each endpoint. The samples are about dealer 220. The
// answer must contain nothing of dealer 220, and the table must keep its items unchanged.

const OWNER = 220;
/** Distinctive texts: numbers, names of several words, addresses. The portal itself uses single words, and times are not distinctive. */
const isFact = (text: string) => text.length >= 6 && /[\d@ ]/.test(text) && !/^\d{4}-\d\d/.test(text);

/** The table after the latest call. */
let items: Map<string, StoredItem>;
let facts: readonly string[];
let foreign: UserRecord;
let engineer: UserRecord;

beforeAll(async () => {
  await aWorld();
  await aUnit({ dealer: OWNER, Custom1: 'Room of a person' });
  foreign = await aUser({ type: USER_TYPE.administrator, dealer: 49 });
  engineer = await aUser({ type: USER_TYPE.engineer, dealer: 1 });
  await aUnit({ dealer: 49 });
  items = await everyItem();
  facts = factsIn([...items.values()]);
});

const isOfDealer = (item: StoredItem) =>
  item.DealerKey === OWNER || item.dealerKey === OWNER || String(item.dealerPath ?? '').includes(`/${OWNER}/`);

/** True if the item belongs to the dealer: by its key, or by a unit that another item assigns to the dealer. */
function ownership(items: Iterable<StoredItem>): (item: StoredItem) => boolean {
  const units = new Set([...items].filter(isOfDealer).map(({ UnitSerNum }) => UnitSerNum));
  units.delete(undefined);
  return (item) => isOfDealer(item) || units.has(item.UnitSerNum);
}

/** The texts in items of the dealer and in no other items. */
function factsIn(items: readonly StoredItem[]): string[] {
  const isOwn = ownership(items);
  const own = new Set(items.filter(isOwn).flatMap(textsIn));
  for (const text of items.filter((item) => !isOwn(item)).flatMap(textsIn)) own.delete(text);
  return [...own];
}

/** The values of an item, without its keys. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return isFact(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    /^(gsi\d)?[ps]k$|^__edb|At$/.test(name) ? [] : textsIn(part),
  );
}

/** True if a text contains a fact as a whole: 'Example 12' does not contain 'Example 1'. */
function holds(text: string, fact: string): boolean {
  for (let at = text.indexOf(fact); at >= 0; at = text.indexOf(fact, at + 1))
    if (!/\w/.test(`${text[at - 1] ?? ''}${text[at + fact.length] ?? ''}`)) return true;
  return false;
}

async function callAs(named: Named, token: string) {
  const sample = sampleOf(named.name);
  const before = items;
  const { status, body } = await call(named.endpoint, { ...sample, as: token });
  const answer = JSON.stringify(body);
  const asked = JSON.stringify(sample);
  const told = facts.filter((fact) => holds(answer, fact) && !holds(asked, fact));
  const isOwn = ownership(before.values());
  items = await everyItem();
  const changed = changesBetween(before, items).filter(({ was }) => was && isOwn(was));
  return { status, told, changed: changed.map(({ key }) => key) };
}

it('finds many facts of the dealer of the samples', () => {
  expect(facts.length).toBeGreaterThan(20);
  expect(facts).toEqual(expect.arrayContaining(['8012000220', 'Northwind Oregon', 'Room of a person']));
});

describe.each(CLOSED)('$name', { timeout: 60_000 }, (named) => {
  it('reveals nothing to a foreign dealer and changes nothing for it, whatever its flags [P1-A03]', async () => {
    const { token } = await aSession(foreign);
    const { status, told, changed } = await callAs(named, token);
    expect({ told, changed }).toEqual({ told: [], changed: [] });
    expect(status).toBeLessThan(500);
  });

  // The dealers that an engineer's session may be shown as are all in the engineer's tree, so their names may be in the answer.
  it.skipIf(named.area === 'dealer-switch')(
    'does neither for an engineer of the root dealer who is shown as the foreign dealer',
    async () => {
      const { token } = await aShownSession(engineer, 49);
      const { status, told, changed } = await callAs(named, token);
      expect({ told, changed }).toEqual({ told: [], changed: [] });
      expect(status).toBeLessThan(500);
    },
  );
});
