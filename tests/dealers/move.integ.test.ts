import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { audit } from '#core/audit/contract.ts';
import { dealers } from '#core/dealers/contract.ts';
import { type DealerMove, MOVE_LIMIT, MOVE_UNDER_WAY, TOO_MANY_MOVES } from '#core/dealers/move.ts';
import { dealerKeysOf } from '#core/scope.ts';
import { HOUR } from '#core/time.ts';
import { units } from '#core/units/contract.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { users } from '#core/users/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { DEALER_FOLLOWERS } from '#data/dealer-followers.ts';
import { DealerLookupEntity } from '#data/dealers/dealer-lookups.ts';
import { DEALER_PHASES, DealerMoveEntity, dealerMoveStore } from '#data/dealers/dealer-moves.ts';
import { DealerTreeEntity, dealerTreeStore, TREE } from '#data/dealers/dealer-tree.ts';
import { DealerEntity } from '#data/dealers/dealers.ts';
import { runMoveStep } from '#data/dealers/move/run-move-step.ts';
import { attemptStore } from '#data/kit/attempts.ts';
import { client, tableName } from '#data/kit/table.ts';
import { PROFILE_FIELDS } from '#data/unit-configuration/brought.ts';
import { lookupsOf, UnitLookupEntity, unitLookupStore } from '#data/units/unit-lookups.ts';
import { unitSecretStore } from '#data/units/unit-secrets.ts';
import { UnitEntity, unitStore } from '#data/units/units.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { UserLookupEntity } from '#data/users/user-lookups.ts';
import { userStore } from '#data/users/users.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { type Death, expectKilled } from '#support/doomed.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { invoke } from '#support/invoke.ts';
import { aUser } from '#support/people.ts';
import { aQueue, eventOf, takeAll } from '#support/queue.ts';
import { follow } from '#support/reactions.ts';
import { aStreamReader } from '#support/stream.ts';

let root: UserRecord;
let queueUrl: string;
let stream: Awaited<ReturnType<typeof aStreamReader>>;

beforeAll(async () => {
  await someDealers();
  root = await aUser({ dealer: 1, flags: ['ADMIN', 'ADMIN_DEALER_ADD', 'UNIT'] });
  queueUrl = (await aQueue()).url;
  // Workers send messages to themselves with a delay, which the test does not wait for.
  process.env.DEALER_MOVE_QUEUE_URL = (await aQueue()).url;
  process.env.BULK_ACTION_QUEUE_URL = (await aQueue()).url;
  stream = await aStreamReader();
});

// A failed test leaves the tree locked and its message unread; the next test starts without both.
beforeEach(async () => {
  await DealerTreeEntity.delete(TREE).go();
  await attemptStore.forget({ kind: 'dealerMove', ...MOVE_LIMIT }, '1', Date.now());
  client.middlewareStack.remove('meanwhile');
  await nextShares();
});

const newDealer = async (DealerParent: number) =>
  (await ask(dealers.create, { DealerName: `Dealer ${Math.random()}`, DealerParent, as: root })).DealerKey;
const move = (DealerKey: number, DealerParent: number | null, as = root) =>
  call(dealers.update, { DealerKey, DealerParent, as });

/** The messages of the stream's function for the worker of moves. */
async function nextShares() {
  const Records = (await stream.next()).filter(({ dynamodb }) => dynamodb?.NewImage?.__edb_e__?.S === 'dealerMove');
  const ownQueue = process.env.DEALER_MOVE_QUEUE_URL;
  process.env.DEALER_MOVE_QUEUE_URL = queueUrl;
  await follow(Records);
  process.env.DEALER_MOVE_QUEUE_URL = ownQueue;
  return takeAll(queueUrl);
}

const shareOf = (moveId: string) => ({ messageId: moveId, body: JSON.stringify({ moveId }), messageAttributes: {} });
const isDone = async (moveId: string) => (await dealerMoveStore.get(moveId))?.state === 'done';

/** Lets a worker run one step of the move when it is due. */
async function work(moveId: string) {
  setClock(Math.max(Date.now(), (await dealerMoveStore.get(moveId))?.continuesAt ?? 0));
  expect(await invoke('on-dealer-move', eventOf(shareOf(moveId) as never))).toEqual({ batchItemFailures: [] });
}

/** Runs steps until `is` returns true for the move, without their delays. */
async function workUntil(moveId: string, is: (move: DealerMove) => boolean) {
  for (let messages = 0; messages < 50; messages++) {
    const move = await dealerMoveStore.get(moveId);
    if (move && is(move)) break;
    await work(moveId);
  }
  expect(is((await dealerMoveStore.get(moveId))!)).toBe(true);
}
const finish = (moveId: string) => workUntil(moveId, ({ state }) => state === 'done');
const dealersHaveFollowed = (moveId: string) => workUntil(moveId, ({ phase }) => !DEALER_PHASES.includes(phase));

async function begunMove(): Promise<string> {
  const [share] = await nextShares();
  return JSON.parse(share!.body).moveId;
}

const UNITS_EACH = 3;

/** A dealer with one below it, both with users and units; `path` is the path of the upper one. */
async function aBranch(parent: number) {
  const upper = await newDealer(parent);
  const lower = await newDealer(upper);
  const path = (await DealerEntity.get({ DealerKey: upper }).go({ consistent: true })).data!.dealerPath;
  const of = async (DealerKey: number, dealerPath: string) => {
    const like = await aUser({ dealer: 22, flags: ['UNIT'] });
    const user = {
      ...like,
      UserKey: `of-${DealerKey}`,
      UserName: `of-${DealerKey}@branch.example`,
      DealerKey,
      dealerPath,
    };
    await userStore.create(user);
    const some = await Promise.all(Array.from({ length: UNITS_EACH }, () => unitAt(DealerKey, dealerPath)));
    return { user, units: some };
  };
  const [above, below] = await Promise.all([of(upper, path), of(lower, `${path}${lower}/`)]);
  return { upper, lower, path, users: [above.user, below.user], units: [...above.units, ...below.units] };
}

/** A unit without a secret with its lookups and counts, stored like a unit of this dealer. */
const unitAt = (DealerKey: number, dealerPath: string): Promise<UnitRecord> =>
  aUnit({ dealer: 1, DealerKey, dealerPath });

const total = async (dealerKey: number, counted?: 'withoutSecret') =>
  Object.values(await unitStore.totals({ dealerKey }, counted)).reduce((sum, count) => sum + count, 0);

const withoutSecret = async (dealerPath: string) => {
  const pages = UNIT_MODELS.map((model) => unitSecretStore.withoutSecret({ dealerPath }, model, { pageSize: 1000 }));
  return (await Promise.all(pages)).flatMap(({ items }) => items);
};

async function findsUser(DealerKey: number, value: string): Promise<boolean> {
  const { data } = await UserLookupEntity.query.byDealer({ DealerKey }).begins({ value }).go({ consistent: true });
  return data.length > 0;
}

/** Checks that the whole branch is below `to`, and that only lookups and counts there contain it. */
async function expectAt(branch: Awaited<ReturnType<typeof aBranch>>, to: string) {
  const { path, units: all, users, upper } = branch;
  for (const unit of all) {
    const { data } = await UnitEntity.get({ UnitSerNum: unit.UnitSerNum }).go({ consistent: true });
    expect(data?.dealerPath).toBe(unit.dealerPath.replace(path, to));
    const find = (dealerPath: string) => unitLookupStore.find({ dealerPath }, 'UnitSerNum', unit.UnitSerNum, 10);
    expect((await find(to)).serialNumbers).toEqual([unit.UnitSerNum]);
    if (to === path) continue;
    expect((await find(path)).serialNumbers).toEqual([]);
    const old = lookupsOf(unit).map(({ family }) => family)[0]!;
    const { data: lookups } = await UnitLookupEntity.query
      .inFamily({ field: 'UnitSerNum', family: old })
      .between({ value: unit.UnitSerNum }, { value: unit.UnitSerNum })
      .go({ consistent: true });
    expect(lookups.filter(({ dealerPath }) => dealerPath.startsWith(path))).toEqual([]);
  }
  for (const { UserKey, UserName } of users) {
    const { data } = await UserEntity.get({ UserKey }).go({ consistent: true });
    expect(data?.dealerPath.startsWith(to)).toBe(true);
    const foundBy = await Promise.all([22, 49, upper].map((DealerKey) => findsUser(DealerKey, UserName)));
    expect(foundBy).toEqual([22, 49, upper].map((DealerKey) => to.includes(`/${DealerKey}/`)));
  }
  expect(await total(upper)).toBe(all.length);
  expect(await total(upper, 'withoutSecret')).toBe(all.length);
  expect((await withoutSecret(to)).sort()).toEqual(all.map(({ UnitSerNum }) => UnitSerNum).sort());
  if (to !== path) expect(await withoutSecret(path)).toEqual([]);
}

describe('a moved dealer', () => {
  it('is in its new place at once, and everything below follows it', async () => {
    const branch = await aBranch(22);
    const counts = { from: await total(22), to: await total(49), without: await total(49, 'withoutSecret') };
    expect((await move(branch.upper, 49)).body).toMatchObject({ DealerParent: 49 });
    const to = `/1/49/${branch.upper}/`;
    expect((await DealerEntity.get({ DealerKey: branch.upper }).go({ consistent: true })).data?.dealerPath).toBe(to);

    await finish(await begunMove());
    await expectAt(branch, to);
    const { data: lower } = await DealerEntity.get({ DealerKey: branch.lower }).go({ consistent: true });
    expect(lower?.dealerPath).toBe(`${to}${branch.lower}/`);
    expect(await total(22)).toBe(counts.from - branch.units.length);
    expect(await total(49)).toBe(counts.to + branch.units.length);
    expect(await total(49, 'withoutSecret')).toBe(counts.without + branch.units.length);

    const before = await aUser({ dealer: 22, flags: ['UNIT'] });
    const after = await aUser({ dealer: 49, flags: ['UNIT'] });
    const { UnitSerNum: id } = branch.units[0]!;
    expect((await call(units.get, { id, as: before })).status).toBe(404);
    expect((await call(units.get, { id, as: after })).status).toBe(200);
    // Each side sees its own part; data that moves with the dealer names neither.
    const moves = (await auditOf('dealer', String(branch.upper))).filter(({ action }) => action.startsWith('move'));
    const facts = moves.map(({ dealerKey, action, before, after }) => ({ dealerKey, action, before, after }));
    expect(facts).toHaveLength(3);
    expect(facts).toEqual(
      expect.arrayContaining([
        { dealerKey: branch.upper, action: 'move dealer', before: {}, after: {} },
        { dealerKey: 22, action: 'move dealer to another parent', before: { DealerParent: 22 } },
        { dealerKey: 49, action: 'move dealer here', after: { DealerParent: 49 } },
      ]),
    );
    const ofNewParent = await ask(audit.ofDealer, { dealerKey: branch.upper, as: await aUser({ dealer: 49 }) });
    expect(JSON.stringify(ofNewParent)).not.toContain(branch.path);
  });

  it('has the same result if its messages arrive several times', async () => {
    const branch = await aBranch(22);
    await move(branch.upper, 49);
    const moveId = await begunMove();
    const counted = await total(49);
    const share = shareOf(moveId) as never;
    await Promise.all([1, 2, 3].map(() => invoke('on-dealer-move', eventOf(share))));
    await finish(moveId);
    await invoke('on-dealer-move', eventOf(share, share));
    await expectAt(branch, `/1/49/${branch.upper}/`);
    expect(await total(49)).toBe(counted + branch.units.length);
  });

  it('is moved completely even if a worker is killed', async () => {
    const branch = await aBranch(22);
    const counted = await total(49);
    expect((await move(branch.upper, 49)).status).toBe(200);
    const moveId = await begunMove();
    await workUntil(moveId, ({ phase }) => phase === 'lateDealers');
    await DealerMoveEntity.patch({ moveId }).set({ continuesAt: 0 }).go();
    // The lookups of each dealer and each unit are one transaction, so two dealers and some of the units have moved by then.
    await expectKilledIn(moveId, { killedAt: 2 + 3, when: 'sent' });
    const all = branch.units.length;
    const now = await Promise.all(
      branch.units.map(({ UnitSerNum }) => UnitEntity.get({ UnitSerNum }).go({ consistent: true })),
    );
    const left = now.filter(({ data }) => data?.dealerPath.startsWith(branch.path)).length;
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(all);
    expect(await isDone(moveId)).toBe(false);

    await finish(moveId);
    await expectAt(branch, `/1/49/${branch.upper}/`);
    expect(await total(49)).toBe(counted + all);
  });

  it('takes along data that was written with its old path meanwhile', async () => {
    const branch = await aBranch(22);
    await move(branch.upper, 49);
    const moveId = await begunMove();
    await workUntil(moveId, ({ pass }) => pass === 2);
    const late = await unitAt(branch.lower, `${branch.path}${branch.lower}/`);
    await finish(moveId);
    await expectAt({ ...branch, units: [...branch.units, late] }, `/1/49/${branch.upper}/`);
  });

  it('to no parent is directly below the root', async () => {
    const branch = await aBranch(220);
    expect((await move(branch.upper, null)).body).toMatchObject({ DealerParent: null });
    await finish(await begunMove());
    await expectAt(branch, `/1/${branch.upper}/`);
  });
});

describe('the depth of the tree', () => {
  const isTooDeep = {
    status: 422,
    body: { message: 'There can be at most 8 levels of dealers below dealer 1' },
  };

  it('is limited when a dealer is created, and when one is moved with those below it', async () => {
    const upper = await newDealer(22);
    const lower = await newDealer(upper);
    const chain = [49];
    while (chain.length < 7) chain.push(await newDealer(chain.at(-1)!));
    const [sixth, seventh] = chain.slice(-2) as [number, number];
    expect(await move(upper, seventh)).toMatchObject(isTooDeep);
    const eighth = await newDealer(seventh);
    expect(await call(dealers.create, { DealerName: 'Ninth', DealerParent: eighth, as: root })).toMatchObject(
      isTooDeep,
    );
    expect(await move(lower, eighth)).toMatchObject(isTooDeep);
    expect((await move(upper, sixth)).status).toBe(200);
    await finish(await begunMove());
    const { data } = await DealerEntity.get({ DealerKey: lower }).go({ consistent: true });
    expect(data?.dealerPath).toBe(`/1/${[...chain.slice(0, 6), upper, lower].join('/')}/`);
  });
});

describe('two simultaneous moves', () => {
  it('of separate parts: one wins, the other waits until the dealers have followed, and the rest follows concurrently', async () => {
    const [one, other] = [await aBranch(22), await aBranch(22)];
    const counts = { from: await total(22), to: await total(49) };
    const answers = await Promise.all([move(one.upper, 49), move(other.upper, 49)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe(MOVE_UNDER_WAY);
    const first = await begunMove();
    await dealersHaveFollowed(first);
    expect((await move(answers[0]?.status === 200 ? other.upper : one.upper, 49)).status).toBe(200);
    const moveIds = [first, await begunMove()];
    for (const moveId of moveIds) await work(moveId);
    await Promise.all(moveIds.map((moveId) => invoke('on-dealer-move', eventOf(shareOf(moveId) as never))));
    for (const moveId of moveIds) await finish(moveId);
    await expectAt(one, `/1/49/${one.upper}/`);
    await expectAt(other, `/1/49/${other.upper}/`);
    const moved = one.units.length + other.units.length;
    expect({ from: await total(22), to: await total(49) }).toEqual({
      from: counts.from - moved,
      to: counts.to + moved,
    });
    expect((await dealerTreeStore.read()).moving).toBeUndefined();
  });

  it('below each other: one wins', async () => {
    const [one, other] = [await newDealer(22), await newDealer(22)];
    const answers = await Promise.all([move(one, other), move(other, one)]);
    const [won, lost] = answers.toSorted((left, right) => left.status - right.status);
    expect(won?.status).toBe(200);
    // A later request already sees the new place of the other dealer.
    expect([409, 422]).toContain(lost?.status);
    expect(lost?.body.message).toMatch(/moved|A dealer cannot be below itself/);
    await finish(await begunMove());
  });

  it('each below a dealer of the other: one wins, although they change different items', async () => {
    const [one, other] = [await newDealer(22), await newDealer(22)];
    const [belowOne, belowOther] = [await newDealer(one), await newDealer(other)];
    const answers = await Promise.all([move(one, belowOther), move(other, belowOne)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe(MOVE_UNDER_WAY);
    await finish(await begunMove());
    for (const key of [one, other, belowOne, belowOther]) {
      const keys = dealerKeysOf(await pathOf(key));
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  it.each([
    ['of one below it', ({ lower }: Nested) => [lower, 49]],
    ['of its old parent', ({ parent }: Nested) => [parent, 49]],
    ['to below it', ({ upper, beside }: Nested) => [beside, upper]],
    ['to below one that has not followed yet', ({ lower, beside }: Nested) => [beside, lower]],
  ])('of nested parts: a second one, %s, waits until the dealers have followed', async (_, second) => {
    const parent = await newDealer(22);
    const branch = await aBranch(parent);
    const nested = { ...branch, parent, beside: await newDealer(22) };
    expect((await move(branch.upper, 49)).status).toBe(200);
    const [key, below] = second(nested) as [number, number];
    expect(await move(key, below)).toMatchObject({ status: 409, body: { message: MOVE_UNDER_WAY } });
    const moveId = await begunMove();
    await work(moveId);
    expect((await move(key, below)).status).toBe(409);
    await dealersHaveFollowed(moveId);
    expect((await move(key, below)).status).toBe(200);
    await finish(await begunMove());
    await finish(moveId);
  });

  it('of one dealer, while its units still follow, end in the last place', async () => {
    const branch = await aBranch(22);
    const counts = { from: await total(22), to: await total(49) };
    await move(branch.upper, 49);
    const away = await begunMove();
    await dealersHaveFollowed(away);
    expect((await move(branch.upper, 22)).status).toBe(200);
    const back = await begunMove();
    await dealersHaveFollowed(back);
    // In turns, each during the work of the other.
    for (let turns = 0; turns < 4; turns++) for (const moveId of [away, back]) await work(moveId);
    await finish(away);
    await finish(back);
    await expectAt(branch, branch.path);
    expect({ from: await total(22), to: await total(49) }).toEqual(counts);
    for (const [searched, found] of [
      [22, [branch.upper, branch.lower]],
      [49, []],
    ] as const) {
      const { data } = await DealerLookupEntity.query.byAbove({ above: searched }).go({ pages: 'all' });
      const keys = [branch.upper, branch.lower].filter((key) => data.some(({ DealerKey }) => DealerKey === key));
      expect(keys).toEqual(found);
    }
  });
});

interface Nested {
  parent: number;
  upper: number;
  lower: number;
  beside: number;
}

describe('a move whose worker keeps failing', () => {
  it('blocks other moves and nothing else; a later delivery of its message finishes it', async () => {
    const branch = await aBranch(22);
    await move(branch.upper, 49);
    const moveId = await begunMove();
    setClock(Date.now() + HOUR / 3);
    expect(await move(branch.lower, 22)).toMatchObject({ status: 409, body: { message: MOVE_UNDER_WAY } });
    expect(await pathOf(await newDealer(13))).toMatch(/^\/1\/13\//);
    await dealersHaveFollowed(moveId);
    expect((await move(branch.lower, 22)).status).toBe(200);
    await finish(await begunMove());
    await finish(moveId);
    expect(await pathOf(branch.lower)).toBe(`/1/22/${branch.lower}/`);
  });
});

describe('a worker that is killed while dealers follow', () => {
  it.each(['before', 'sent'] as const)('(%s its transaction) is replaced by one that moves them all', async (when) => {
    const branch = await aBranch(22);
    await move(branch.upper, 49);
    const moveId = await begunMove();
    await expectKilledIn(moveId, { killedAt: 1, when });
    expect(await move(branch.lower, 22)).toMatchObject({ status: 409, body: { message: MOVE_UNDER_WAY } });
    await finish(moveId);
    await expectAt(branch, `/1/49/${branch.upper}/`);
  });

  it('and runs again later moves nothing that others have moved since', async () => {
    const branch = await aBranch(22);
    await move(branch.upper, 49);
    const moveId = await begunMove();
    const asItWas = (await dealerMoveStore.get(moveId))!;
    await dealersHaveFollowed(moveId);
    await move(branch.upper, 22);
    await finish(await begunMove());
    // It had read the earlier places of the dealers, and they are there again.
    await runMoveStep(asItWas, DEALER_FOLLOWERS);
    expect(await pathOf(branch.lower)).toBe(`${branch.path}${branch.lower}/`);
    await finish(moveId);
    await expectAt(branch, branch.path);
  });
});

describe('an item that cannot be written', () => {
  it('is skipped and logged, and does not stop the others', async () => {
    const branch = await aBranch(22);
    const [first] = branch.units;
    await move(branch.upper, 2202);
    const moveId = await begunMove();
    const { path, UnitSerNum } = { path: `/1/22/220/2202/${branch.upper}/`, ...first! };
    // A profile that it would leave behind would make place.
    await UnitEntity.patch({ UnitSerNum })
      .remove([...PROFILE_FIELDS])
      .go();
    await growToFill(UnitSerNum, path.length - first!.dealerPath.length);
    await finish(moveId);
    expect(await dealerMoveStore.get(moveId)).toMatchObject({ state: 'done', left: 1 });
    const paths = await Promise.all(
      branch.units.map(async (unit) => (await UnitEntity.get({ UnitSerNum: unit.UnitSerNum }).go()).data?.dealerPath),
    );
    expect(paths.filter((one) => one?.startsWith(path))).toHaveLength(branch.units.length - 1);
  });
});

describe('a dealer that is changed during its move', () => {
  const NEW_NAME = 'Renamed on the way';
  const edit = (DealerKey: number, change: { DealerName?: string; DealerParent?: number }) =>
    ask(dealers.update, { DealerKey, ...change, as: root });

  /** A branch that moves from 22 to 49, after its dealers have followed and before their lookups. */
  async function onTheWay() {
    const branch = await aBranch(22);
    await move(branch.upper, 49);
    const moveId = await begunMove();
    let piece = (await dealerMoveStore.get(moveId))!;
    while (DEALER_PHASES.includes(piece.phase)) piece = (await runMoveStep(piece, DEALER_FOLLOWERS)).next!;
    await dealerMoveStore.release(piece);
    await dealerMoveStore.keep(piece);
    const { data } = await DealerEntity.get({ DealerKey: branch.lower }).go({ consistent: true });
    return { ...branch, moveId, oldName: data!.DealerName };
  }

  /** The dealers whose search finds `DealerKey` by the name. */
  async function findersOf(DealerKey: number, searchText: string): Promise<number[]> {
    const finders: number[] = [];
    for (const dealer of [22, 49, 13]) {
      const { items } = await ask(dealers.list, { searchText, as: await aUser({ dealer }) });
      if (items.some((found) => found.DealerKey === DealerKey)) finders.push(dealer);
    }
    return finders;
  }

  it('is found by its current name and in its current place only', async () => {
    const { upper, lower, moveId, oldName } = await onTheWay();
    await edit(lower, { DealerName: NEW_NAME });
    await finish(moveId);
    expect(await findersOf(lower, NEW_NAME)).toEqual([49]);
    expect(await findersOf(lower, oldName)).toEqual([]);
    await edit(lower, { DealerName: oldName });
    expect(await findersOf(lower, oldName)).toEqual([49]);
    await edit(lower, { DealerName: NEW_NAME });
    await edit(upper, { DealerParent: 22 });
    await finish(await begunMove());
    expect(await findersOf(lower, NEW_NAME)).toEqual([22]);
    expect(await findersOf(lower, oldName)).toEqual([]);
  });

  it('is also found after a second move meanwhile', async () => {
    const { lower, moveId, oldName } = await onTheWay();
    await edit(lower, { DealerName: NEW_NAME, DealerParent: 13 });
    await finish(await begunMove());
    await finish(moveId);
    expect(await findersOf(lower, NEW_NAME)).toEqual([13]);
    expect(await findersOf(lower, oldName)).toEqual([]);
    await edit(lower, { DealerName: oldName });
    expect(await findersOf(lower, oldName)).toEqual([13]);
  });
});

describe('the number of moves', () => {
  const user = (dealer: number) => aUser({ dealer, flags: ['ADMIN_DEALER_ADD'] });

  it('that the users of one dealer may start in an hour is limited, per dealer', async () => {
    // Half past the hour: the count starts again with each hour.
    setClock(Math.floor(Date.now() / HOUR) * HOUR + HOUR / 2);
    const [one, colleague, other] = [await user(220), await user(220), await user(22)];
    const [moved, to] = [await newDealer(2201), await newDealer(220)];
    for (let counted = 0; counted < MOVE_LIMIT.most - 1; counted++)
      await attemptStore.count({ kind: 'dealerMove', ...MOVE_LIMIT }, '220', Date.now());
    // Refused moves do not count.
    expect((await move(moved, moved, one)).status).toBe(422);
    expect((await move(moved, to, one)).status).toBe(200);
    await finish(await begunMove());
    expect(await move(moved, 2202, colleague)).toMatchObject({ status: 429, body: { message: TOO_MANY_MOVES } });
    expect((await move(moved, 2202, other)).status).toBe(200);
    await finish(await begunMove());
  });
});

describe('an item that is created during a move', () => {
  it('is not a dealer below one that has not followed yet', async () => {
    const branch = await aBranch(22);
    await move(branch.upper, 49);
    const moveId = await begunMove();
    const create = (DealerParent: number) =>
      call(dealers.create, { DealerName: `Dealer ${Math.random()}`, DealerParent, as: root });
    for (const parent of [branch.upper, branch.lower])
      expect(await create(parent)).toMatchObject({ status: 409, body: { message: MOVE_UNDER_WAY } });
    expect((await create(49)).status).toBe(200);
    await dealersHaveFollowed(moveId);
    const { body } = await create(branch.lower);
    expect(await pathOf(body.DealerKey)).toBe(`/1/49/${branch.upper}/${branch.lower}/${body.DealerKey}/`);
    await finish(moveId);
  });

  it('does not exceed the depth of the tree, in either order', async () => {
    const { upper, lower, sixth } = await almostTooDeep();
    // The dealer is stored after the move has read the depth of the tree, and before the move is stored.
    await meanwhile('dealerMove', () => newDealer(lower));
    expect(await move(upper, sixth)).toMatchObject({ status: 422 });
    const other = await almostTooDeep();
    // The move is stored after the check of the new dealer, and before the dealer is stored.
    await meanwhile('dealerName', async () => expect((await move(other.upper, other.sixth)).status).toBe(200));
    expect(await call(dealers.create, { DealerName: 'Ninth', DealerParent: other.lower, as: root })).toMatchObject({
      status: 409,
      body: { message: MOVE_UNDER_WAY },
    });
    await finish(await begunMove());
  });

  it('counts for the depth although the index does not contain it yet', async () => {
    const { upper, lower, sixth } = await almostTooDeep();
    const DealerKey = await newDealer(lower);
    const { Key } = DealerEntity.get({ DealerKey }).params() as { Key: Record<string, string> };
    await client.send(new UpdateCommand({ TableName: tableName(), Key, UpdateExpression: 'REMOVE gsi1pk, gsi1sk' }));
    expect(await move(upper, sixth)).toMatchObject({ status: 422 });
  });

  const aName = () => `new-${Math.random()}@branch.example`;
  const person = { UserFirstName: 'Nora', UserLastName: 'New' };
  const administrator = () => aUser({ dealer: 1, flags: ['ADMIN'] });

  it('is not a user in the old place of its dealer', async () => {
    const branch = await aBranch(22);
    const admin = await administrator();
    const [UserName, mail] = [aName(), 'nora@branch.example'];
    await meanwhile('userName', async () => {
      await move(branch.upper, 49);
      await finish(await begunMove());
    });
    const asked = { ...person, UserName, UserEmail: mail, DealerKey: branch.lower, access: {}, as: admin };
    expect(await call(users.create, asked)).toMatchObject({
      status: 409,
      body: { message: 'The dealer was moved meanwhile. Try again in a moment' },
    });
    expect((await call(users.create, asked)).status).toBe(200);
    expect((await userStore.byName(UserName))?.dealerPath).toBe(`/1/49/${branch.upper}/${branch.lower}/`);
  });

  it('follows if it is a user of a dealer that has not followed yet', async () => {
    const branch = await aBranch(22);
    const admin = await administrator();
    await move(branch.upper, 49);
    const moveId = await begunMove();
    const UserName = aName();
    const asked = { ...person, UserName, UserEmail: 'nora@branch.example', DealerKey: branch.lower, access: {} };
    expect((await call(users.create, { ...asked, as: admin })).status).toBe(200);
    await finish(moveId);
    expect((await userStore.byName(UserName))?.dealerPath).toBe(`/1/49/${branch.upper}/${branch.lower}/`);
  });

  it('is not a user who changes from another dealer to the old place of this one', async () => {
    const branch = await aBranch(22);
    const admin = await administrator();
    const { UserKey } = await aUser({ dealer: 13, flags: [] });
    await meanwhile('user', async () => {
      await move(branch.upper, 49);
      await finish(await begunMove());
    });
    const change = { UserKey, DealerKey: branch.lower, as: admin };
    expect((await call(users.edit, change)).status).toBe(409);
    expect((await call(users.edit, change)).status).toBe(200);
    const { data } = await UserEntity.get({ UserKey }).go({ consistent: true });
    expect(data?.dealerPath).toBe(`/1/49/${branch.upper}/${branch.lower}/`);
  });
});

const pathOf = async (DealerKey: number) =>
  (await DealerEntity.get({ DealerKey }).go({ consistent: true })).data!.dealerPath;

/** Two moves that conflict: `upper` with `lower` below it fits below `sixth` only without another level. */
async function almostTooDeep() {
  const upper = await newDealer(22);
  const lower = await newDealer(upper);
  let sixth = 49;
  for (let level = 2; level <= 6; level++) sixth = await newDealer(sixth);
  return { upper, lower, sixth };
}

/** Runs something directly before the next transaction with an item of the entity: the worst moment. */
async function meanwhile(entity: string, work: () => Promise<unknown>): Promise<void> {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (call) => {
        if (String(commandName).startsWith('TransactWrite') && JSON.stringify(call.input).includes(`"$${entity}_1`)) {
          client.middlewareStack.remove('meanwhile');
          await work();
        }
        return next(call);
      },
    { step: 'initialize', name: 'meanwhile', override: true },
  );
}

/** Lets a worker in its own process continue the move and die at a given transaction. */
const expectKilledIn = (moveId: string, death: Death) =>
  expectKilled('on-dealer-move', eventOf(shareOf(moveId) as never), death);

/** Makes a unit's item too large for a path that is longer by that many characters. */
async function growToFill(UnitSerNum: string, letters: number): Promise<void> {
  const LARGEST = 400 * 1024;
  const fill = (Custom1: string) => UnitEntity.patch({ UnitSerNum }).set({ Custom1 }).go();
  let [fits, tooMuch] = [0, LARGEST];
  while (tooMuch - fits > 1) {
    const middle = Math.floor((fits + tooMuch) / 2);
    try {
      await fill('x'.repeat(middle));
      fits = middle;
    } catch {
      tooMuch = middle;
    }
  }
  expect(letters).toBeGreaterThan(0);
}
