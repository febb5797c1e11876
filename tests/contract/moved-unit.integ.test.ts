import { beforeAll, describe, expect, it } from 'vitest';
import { USER_TYPE } from '#core/access.ts';
import { units } from '#core/units/contract.ts';
import { UnitEntity } from '#data/units/units.ts';
import { call } from '#support/call.ts';
import { aUser } from '#support/people.ts';
import { follow } from '#support/reactions.ts';
import { aStreamReader } from '#support/stream.ts';
import { changesBetween, followedItems, type StoredItem } from '#support/table-content.ts';
import { aWorld } from '#support/world.ts';
import { CLOSED, type Named, type Sample, sampleOf } from './endpoints.ts';
import { factsIn, holds, OWNER, ownership, textsIn } from './facts.ts';
import { callerOf, type People, peopleOf } from './moved-people.ts';

// The unit of the samples goes from dealer 220 to dealer 49. People of both dealers with every flag then make each call that names it: the new
// dealer also before the reactions to the move. A new call is in it as soon as it has its sample.

const UNIT = '400220';
const UNKNOWN = '499998';
const NEW_DEALER = 49;

/** What a unit takes along: its configuration with its accessories, what waits for it, its SIMs and its identifiers. */
const GOES_ALONG = [
  ...['unit', 'unitConfiguration', 'syncMessage', 'accessoryHolder', 'unitLookup', 'unitConnection'],
  ...['unitWithoutSecret', 'unitSecret', 'devSim'],
];
/** What a former dealer wrote on the unit itself. */
const OWN_TEXTS = { Custom1: 'Room 7 of Mrs. Wu', Custom2: 'Account 12 of Mrs. Wu', Tags: ['former family 3'] };
/** The items about a unit or its wearer that stay with the former dealer. */
const STAYS = [
  ...['customer', 'unitCustomer', 'caregiver', 'caregiverAssignment', 'unitNote', 'reminder', 'consoleSession'],
  ...['ping', 'event', 'call', 'location', 'alarm', 'audit', 'unitChange'],
];

/** Texts of the portal itself in items of the former dealer. */
const OF_THE_PORTAL = [
  ...['schedule reminder', 'Event 101', 'Powered On'],
  'A reminder of this kind is already scheduled for the unit',
];

/** The fields in which inputs name units. */
const FIELDS = ['UnitSerNum', 'serialNumber', 'serialNumbers', 'units'];
const NAME_NEW_UNITS = ['units.importUnits'];

/** The sample of a call with the unit in it; undefined if the call names no unit. */
function inputOf({ name, endpoint }: Named): Sample | undefined {
  const sample = sampleOf(name);
  if (JSON.stringify(sample).includes(UNIT)) return sample;
  if ('UnitSerNum' in endpoint.input.shape) return { ...sample, UnitSerNum: UNIT };
  if ('serialNumber' in endpoint.input.shape) return { ...sample, serialNumber: UNIT };
  const isList = Array.isArray(sample.units) && typeof sample.units[0] === 'string';
  return isList ? { ...sample, units: [UNIT] } : undefined;
}

/** The calls that only read come first, so that the others find what they find. */
const NAMING = CLOSED.flatMap((named) => {
  const input = inputOf(named);
  return input ? [{ ...named, input, reads: named.endpoint.method === 'GET' }] : [];
}).sort((one, other) => Number(other.reads) - Number(one.reads));

interface Outcome {
  unlikeUnknown: string[];
  told: string[];
  changed: string[];
  failed: number[];
}

let items: Map<string, StoredItem>;
let facts: readonly string[];
let kinds: Set<unknown>;
const outcomes = new Map<string, Outcome>();

/** An answer without what differs from call to call. */
const comparable = ({ status, body }: { status: number; body: unknown }) =>
  `${status} ${JSON.stringify(body, (name, value) => (name === 'correlationId' ? undefined : value))}`
    .replaceAll(UNKNOWN, UNIT)
    .replaceAll(/\b[0-9A-HJKMNP-TV-Z]{26}\b/g, 'id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time');

beforeAll(async () => {
  await aWorld();
  await UnitEntity.patch({ UnitSerNum: UNIT }).set(OWN_TEXTS).go();
  const root = await aUser({ type: USER_TYPE.engineer, dealer: 1 });
  const [former, present] = [await peopleOf(OWNER), await peopleOf(NEW_DEALER)];
  const stream = await aStreamReader();
  items = await followedItems();
  const along = new Set(
    [...items.values()].filter(isAlong).flatMap(({ Custom1: _, Custom2: __, Tags: ___, ...item }) => textsIn(item)),
  );
  const stay = [...items.values()].filter((item) => !isAlong(item));
  kinds = new Set([...items.values()].filter(ownership(items.values())).map(({ __edb_e__: kind }) => kind));
  facts = [...factsIn(stay), ...textsIn(OWN_TEXTS)].filter((text) => !along.has(text) && !OF_THE_PORTAL.includes(text));
  await call(units.moveToSubDealer, {
    ...{ UnitSerNum: UNIT, UnitDealerKey: OWNER, NewDealerKey: NEW_DEALER, as: root },
  });
  await callAsPresent(present);
  for (let round = 0; round < 3; round++) await follow(await stream.next());
  await callAsFormer(former);
  await callAsPresent(present);
}, 240_000);

async function callAsFormer(former: People): Promise<void> {
  for (const named of NAMING) {
    const as = callerOf(named.endpoint, former);
    const unknown = JSON.parse(JSON.stringify(named.input).replaceAll(UNIT, UNKNOWN));
    const expected = comparable(await call(named.endpoint, { ...unknown, as }));
    items = named.reads ? items : await followedItems();
    const answer = comparable(await call(named.endpoint, { ...named.input, as }));
    const outcome = outcomes.get(named.name)!;
    if (answer !== expected) outcome.unlikeUnknown.push(answer, expected);
    if (!named.reads) outcome.changed.push(...(await changedBy(isOfUnit)));
  }
}

async function callAsPresent(present: People): Promise<void> {
  items = await followedItems();
  for (const named of NAMING) {
    const outcome = outcomes.get(named.name) ?? { unlikeUnknown: [], told: [], changed: [], failed: [] };
    outcomes.set(named.name, outcome);
    const { status, body } = await call(named.endpoint, { ...named.input, as: callerOf(named.endpoint, present) });
    const [told, asked] = [JSON.stringify(body), JSON.stringify(named.input)];
    outcome.told.push(...facts.filter((fact) => holds(told, fact) && !holds(asked, fact)));
    // No bridge has the unit here.
    if (status >= 500 && status !== 503) outcome.failed.push(status);
    if (!named.reads) outcome.changed.push(...(await changedBy(isOfFormerDealer)));
  }
}

/** The items of a kind that have changed since the last look. */
async function changedBy(isMeant: (item: StoredItem) => boolean): Promise<string[]> {
  const before = items;
  items = await followedItems();
  return changesBetween(before, items)
    .filter(({ was }) => was && isMeant(was))
    .map(({ key }) => key);
}

const isAlong = ({ __edb_e__: kind }: StoredItem) => GOES_ALONG.includes(String(kind));
const isOfUnit = ({ UnitSerNum, DealerKey }: StoredItem) => UnitSerNum === UNIT || DealerKey === NEW_DEALER;
const isOfFormerDealer = (item: StoredItem) => !isAlong(item) && (item.DealerKey === OWNER || item.dealerKey === OWNER);

describe('the calls and the facts of this test', () => {
  it('are all calls with a field that names units', () => {
    const named = new Set(NAMING.map(({ name }) => name));
    const withField = CLOSED.filter(({ endpoint: { input } }) => FIELDS.some((field) => field in input.shape));
    expect(withField.map(({ name }) => name).filter((name) => !named.has(name))).toEqual(NAME_NEW_UNITS);
    expect(NAMING.filter(({ reads }) => !reads).length).toBeGreaterThan(60);
  });

  it('are of everything that stays with the former dealer', () => {
    expect(STAYS.filter((kind) => !kinds.has(kind))).toEqual([]);
    expect(facts).toEqual(expect.arrayContaining([...Object.values(OWN_TEXTS).flat()]));
    expect(facts.length).toBeGreaterThan(20);
  });
});

describe.each(NAMING)('after the unit has moved to another dealer, $name', ({ name }) => {
  it('answers the former dealer as for an unknown unit, and tells the new one nothing of the time before', () => {
    expect(outcomes.get(name)).toEqual({ unlikeUnknown: [], told: [], changed: [], failed: [] });
  });
});
