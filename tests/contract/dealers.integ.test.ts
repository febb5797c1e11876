import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { USER_TYPE, type UserType } from '#core/access.ts';
import type { Endpoint } from '#core/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { type Answer, call } from '#support/call.ts';
import { aSession, aShownSession, aUser, tokenOf } from '#support/people.ts';
import { SAMPLES } from '#support/samples.ts';
import { followedItems, restoreItems, type StoredItem } from '#support/table-content.ts';
import { aWorld } from '#support/world.ts';
import { CLOSED, type Sample, sampleOf } from './endpoints.ts';
import { ownOf } from './good-samples.ts';

const NAMED = SAMPLES.flatMap(({ named = [] }) => named);

/** Endpoints whose sample names data of dealer 220, with the same input for data that does not exist. */
// What only the root dealer may call is refused to all others, whatever they name (root-dealer.integ.test.ts).
const ABOUT_SOMETHING_OWNED = CLOSED.filter(
  ({ endpoint: { access } }) => access.public || !access.onlyRootDealer,
).flatMap((named) => {
  const sample = sampleOf(named.name);
  const missing = Object.entries(sample).flatMap(([field, value]) => {
    const owned = NAMED.find(({ name }) => name === value);
    return owned ? [[field, owned.missing]] : [];
  });
  return missing.length > 0 ? [{ ...named, sample, missing: { ...sample, ...Object.fromEntries(missing) } }] : [];
});

let world: Map<string, StoredItem>;
const WHOS = ['root', 'parent', 'own', 'below', 'foreign'] as const;
type Who = (typeof WHOS)[number];
const STRANGERS: readonly Who[] = ['below', 'foreign'];
/** A dealer does not see what a dealer below it pays [P1-A11]. */
const ONLY_ITS_OWN = ['billing.read', 'billing.details', 'billing.usage'];
const users = {} as Record<'staff' | 'operators', Record<Who, UserRecord>>;

beforeAll(async () => {
  await aWorld();
  users.staff = await ofEveryDealer(USER_TYPE.dealerStaff);
  users.operators = await ofEveryDealer(USER_TYPE.monitoringCentre);
  world = await followedItems();
});

async function ofEveryDealer(type: UserType): Promise<Record<Who, UserRecord>> {
  const of = (dealer: number) => aUser({ type, dealer });
  return { root: await of(1), parent: await of(22), own: await of(220), below: await of(2201), foreign: await of(49) };
}

/** Staff, or the users of monitoring centres where only they may call. */
const callersOf = ({ access }: Endpoint) =>
  !access.public && access.userTypes.includes(USER_TYPE.dealerStaff) ? users.staff : users.operators;

/** A session for each call that is not a reading, because some of those change its token or whom it is shown as. */
const sessionFor = async ({ method }: Endpoint, user: UserRecord): Promise<string> =>
  method === 'GET' ? tokenOf(user) : (await aSession(user)).token;

const withoutId = ({ status, body: { correlationId: _id, ...body } }: Answer) => ({ status, body });

/** Calls after which their object is no longer where the sample names it. */
const takesAway = (name: string, { method }: Endpoint) =>
  method === 'DELETE' || ['accessories.moveZone', 'accessories.deleteRf'].includes(name);

/** A caller who may not know the object gets 404, never a conflict or a limit. */
function expectKnown(isRestored: boolean, { status, body }: Answer) {
  expect(isRestored ? [200] : [200, 409, 429], JSON.stringify(body)).toContain(status);
}

// The samples of one area may not name any data.
it.skipIf(process.env.TEST_AREA)('covers endpoints of many areas', () => {
  expect(new Set(ABOUT_SOMETHING_OWNED.map(({ area }) => area)).size).toBeGreaterThan(8);
});

describe.each(ABOUT_SOMETHING_OWNED)('$name', ({ name, endpoint, sample, missing }) => {
  const isRestored = takesAway(name, endpoint);
  const of = async (user: UserRecord, input: Sample) =>
    call(endpoint, { ...input, ...(await ownOf(name, user)), as: await sessionFor(endpoint, user) });

  // An earlier caller has deleted or moved the object.
  afterEach(() => (isRestored ? restoreItems(world) : undefined));

  const strangers = ONLY_ITS_OWN.includes(name) ? (['below', 'parent', 'foreign'] as const) : STRANGERS;

  it.each(strangers)('answers a dealer that is %s as if it did not exist [P1-A03]', async (who) => {
    const foreign = withoutId(await of(callersOf(endpoint)[who], sample));
    expect(foreign).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(foreign).toEqual(withoutId(await of(callersOf(endpoint)[who], missing)));
  });

  it.each(WHOS.filter((who) => !strangers.some((one) => one === who)))(
    'answers a dealer that is %s [P1-A03]',
    async (who) => {
      expectKnown(isRestored, await of(callersOf(endpoint)[who], sample));
    },
  );

  it.each([
    ['below', 2201],
    ['foreign', 49],
  ])('answers the root dealer shown as the dealer that is %s like that dealer', async (who, dealer) => {
    const { token } = await aShownSession(callersOf(endpoint).root, dealer);
    const asShown = withoutId(await call(endpoint, { ...sample, as: token }));
    expect(asShown).toEqual(withoutId(await of(callersOf(endpoint)[who as 'below'], sample)));
  });

  it('answers the root dealer shown as the owner', async () => {
    const { root } = callersOf(endpoint);
    const { token } = await aShownSession(root, 220);
    const own = await ownOf(name, { ...root, DealerKey: 220 });
    expectKnown(isRestored, await call(endpoint, { ...sample, ...own, as: token }));
  });

  it('answers that it does not exist if so, even to the root dealer', async () => {
    expect(await of(callersOf(endpoint).root, missing)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
});
