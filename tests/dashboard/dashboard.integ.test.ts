import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { dashboard } from '#core/dashboard/contract.ts';
import { COUNTED_FACETS, type UnitNumbers } from '#core/dashboard/dashboard.ts';
import { countOf, PROBLEMS } from '#core/dashboard/problems.ts';
import { reminders } from '#core/reminders/contract.ts';
import { rollouts } from '#core/rollouts/contract.ts';
import { covers } from '#core/scope.ts';
import { HOUR } from '#core/time.ts';
import { facetsOf, valuesOf } from '#core/units/facets.ts';
import { ASSIGNED, UNIT_MODELS } from '#core/units/unit.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { AREAS } from '#data/areas.ts';
import { BulkActionEntity, bulkActionStore } from '#data/bulk-actions/bulk-actions.ts';
import { bulkActionCommands } from '#data/bulk-actions/commands.ts';
import { indexOpenBulkActions } from '#data/bulk-actions/index-open.ts';
import { bulkActionLists } from '#data/bulk-actions/lists.ts';
import { startBulkAction } from '#data/bulk-actions/start.ts';
import { AcknowledgementEntity } from '#data/dashboard/acknowledgements.ts';
import { DashboardVisitEntity } from '#data/dashboard/visits.ts';
import { dealerStore } from '#data/dealers/dealers.ts';
import { at } from '#data/kit/table.ts';
import { BulkScheduleEntity } from '#data/reminders/bulk-schedules.ts';
import { RolloutEntity } from '#data/rollouts/entities.ts';
import { indexRollouts } from '#data/rollouts/index-rollouts.ts';
import { rolloutStore } from '#data/rollouts/rollouts.ts';
import { TOPICS } from '#data/topics.ts';
import { giveSecret } from '#data/units/give-secret.ts';
import { moveUnit } from '#data/units/move-unit.ts';
import { settleFacets } from '#data/units/settle-facets.ts';
import { UnitFacetCountEntity } from '#data/units/unit-facets.ts';
import { unitSecretStore } from '#data/units/unit-secrets.ts';
import { UnitEntity } from '#data/units/units.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { ask } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { runDeleteWithUser } from '#support/reactions.ts';
import { runningScope, scopeOf } from '#support/world.ts';
import { aRollout } from '../rollouts/a-rollout.ts';

let user: UserRecord;
beforeAll(async () => {
  await someDealers();
  user = await aUser({ dealer: 22, flags: ['UNIT'] });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

const read = (as: UserRecord) => ask(dashboard.read, { dateOffset: 0, as });

/** Counts every unit of the dealer, as no request does. */
async function recount(dealerPath: string, now: number): Promise<UnitNumbers> {
  const found = await Promise.all(
    UNIT_MODELS.map(async (UnitModel) => (await UnitEntity.query.byTree({ UnitModel }).go({ pages: 'all' })).data),
  );
  const units = found.flat().filter((unit) => covers({ dealerPath }, unit.dealerPath));
  const secrets = await Promise.all(units.map(({ UnitSerNum }) => unitSecretStore.since(UnitSerNum)));
  const numbers: UnitNumbers = {
    totals: { 'MXD-LTE': 0, myConnect: 0, 'myConnect Air': 0 },
    withoutSecret: { 'MXD-LTE': 0, myConnect: 0, 'myConnect Air': 0 },
    facets: Object.fromEntries(
      UNIT_MODELS.map((model) => [model, Object.fromEntries(COUNTED_FACETS.map((facet) => [facet, []]))]),
    ) as unknown as UnitNumbers['facets'],
  };
  for (const [index, unit] of units.entries()) {
    numbers.totals[unit.UnitModel] += 1;
    if (secrets[index] === undefined) numbers.withoutSecret[unit.UnitModel] += 1;
    for (const facet of COUNTED_FACETS)
      for (const value of valuesOf(facetsOf(unit, now), facet)) {
        const counted = numbers.facets[unit.UnitModel][facet];
        if (!counted.some((one) => one.value === value)) counted.push({ value, count: 0, inService: 0 });
        const one = counted.find((each) => each.value === value)!;
        one.count += 1;
        if (unit.UnitStatus === ASSIGNED) one.inService += 1;
      }
  }
  return numbers;
}

/** The counters keep the order in which values appeared, and those that nobody has any more. */
const sorted = ({ totals, withoutSecret, facets }: UnitNumbers) => ({
  totals,
  withoutSecret,
  facets: Object.fromEntries(
    UNIT_MODELS.map((model) => [
      model,
      COUNTED_FACETS.map((facet) =>
        facets[model][facet]
          .filter(({ count, inService }) => count !== 0 || inService !== 0)
          .toSorted((one, other) => (one.value < other.value ? -1 : 1)),
      ),
    ]),
  ),
});

describe('the dashboard', () => {
  it('shows the numbers of units that a recount finds, after units came, changed and left [P1-R13 P1-B16 P1-C78]', async () => {
    const mover = await runningScope(await aUser({ dealer: 1, flags: ['UNIT_EDIT'] }));
    const dealerOf = (key: number) => dealerStore.get({ dealerPath: '/' }, key);
    const now = Date.now();
    const units = [];
    for (const [index, UnitModel] of [...UNIT_MODELS, ...UNIT_MODELS, ...UNIT_MODELS].entries())
      units.push(
        await aUnit({
          dealer: index % 2 ? 22 : 220,
          UnitModel,
          Report: index % 3 ? 1 : 0,
          UnitStatus: index % 4 ? 9 : 11,
          ActiveState: index % 2 ? 14 : 15,
          ...(index % 3 === 1 && { downloadFail: 2 }),
        }),
      );
    for (const { UnitSerNum } of units) await settleFacets(UnitSerNum, now);
    await UnitEntity.patch({ UnitSerNum: units[0]!.UnitSerNum }).set({ UnitStatus: 9, Report: 1 }).go();
    await UnitEntity.patch({ UnitSerNum: units[1]!.UnitSerNum }).set({ ActiveState: 34, downloadFail: 0 }).go();
    await UnitEntity.patch({ UnitSerNum: units[2]!.UnitSerNum }).set({ downloadFail: 1 }).go();
    for (const { UnitSerNum } of units) await settleFacets(UnitSerNum, now);
    await giveSecret(mover, units[4]!, undefined, now);
    const moves = [
      { unit: units[3]!, to: 49 },
      { unit: units[4]!, to: 22 },
      { unit: units[5]!, to: 220 },
    ];
    for (const { unit, to } of moves) await moveUnit(mover, unit, await dealerOf(to), now);
    for (const { unit } of moves) await settleFacets(unit.UnitSerNum, now);
    for (const dealer of [22, 220, 49]) {
      const as = await aUser({ dealer, flags: ['UNIT'] });
      const { units: shown } = await read(as);
      expect(sorted(shown!), String(dealer)).toEqual(sorted(await recount((await dealerOf(dealer)).dealerPath, now)));
    }
    const { units: numbers } = await read(user);
    const inTrouble = PROBLEMS.flatMap((problem) => UNIT_MODELS.map((model) => countOf(problem, model, numbers!)));
    expect(inTrouble.some((count) => count > 0)).toBe(true);
    const failed = UNIT_MODELS.map((model) => numbers!.facets[model].Updates[0]?.inService ?? 0);
    expect(failed).toEqual([0, 1, 1]);
  });

  it('has the firmware versions for engineers only [P1-B17 P1-A14]', async () => {
    const engineer = await aUser({ dealer: 22, flags: ['UNIT', 'ENGINEER'] });
    const unit = await aUnit({ dealer: 22, UnitModel: 'MXD-LTE', FirmVer: '9.9.9_x' });
    await settleFacets(unit.UnitSerNum, Date.now());
    expect((await read(engineer)).firmware!['MXD-LTE']).toContainEqual({ value: '9.9.9', count: 1, inService: 1 });
    expect(await read(user)).not.toHaveProperty('firmware');
    const without = await read(await aUser({ dealer: 22, flags: ['ENGINEER'] }));
    expect(without.firmware!['MXD-LTE']).toContainEqual({ value: '9.9.9', count: 1, inService: 1 });
    expect(without).not.toHaveProperty('units');
  });

  it('has only the parts that the user may see', async () => {
    const nobody = await aUser({ dealer: 22, flags: [] });
    expect(Object.keys(await read(nobody))).toEqual([]);
    const bulk = await aUser({ dealer: 22, flags: ['BULK_ACTIONS'] });
    expect(Object.keys(await read(bulk))).toEqual(['bulkActions']);
  });

  it('tells followers of the dealer when a counter changes', () => {
    const news = AREAS.dashboard!.news![0]!;
    expect(news.entity).toBe('unitFacetCount');
    const { Item } = UnitFacetCountEntity.put({
      DealerKey: 22,
      UnitModel: 'MXD-LTE',
      facet: 'condition',
      value: 'silent',
      count: 1,
    }).params() as { Item: Record<string, unknown> };
    expect(news.newsOf(Item, 0)).toEqual({ topic: 'dashboard:22', message: {} });
  });

  it('may be followed at the dealers that the user sees', async () => {
    const { requireSubject } = TOPICS.dashboard!;
    await requireSubject!(scopeOf(user), '220');
    await expect(requireSubject!(scopeOf(user), '49')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(requireSubject!(scopeOf(user), 'x')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a visit', () => {
  it('is compared with the numbers of the one before', async () => {
    const as = await aUser({ dealer: 22, flags: ['UNIT'] });
    const unit = await aUnit({ dealer: 22, UnitModel: 'MXD-LTE', Report: 1 });
    await settleFacets(unit.UnitSerNum, Date.now());
    const { units: first } = await read(as);
    expect(await read(as)).not.toHaveProperty('lastVisit');
    await ask(dashboard.visit, { as });
    await ask(dashboard.visit, { as });
    expect(await read(as)).not.toHaveProperty('lastVisit');

    await UnitEntity.patch({ UnitSerNum: unit.UnitSerNum }).set({ Report: 0 }).go();
    await settleFacets(unit.UnitSerNum, Date.now());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * HOUR });
    const { lastVisit, units: then } = await read(as);
    const reporting = PROBLEMS.find(({ facet }) => facet === 'Report')!;
    const before = lastVisit!.numbers['Report 0 MXD-LTE'] ?? 0;
    expect(before).toBe(countOf(reporting, 'MXD-LTE', first!));
    expect(countOf(reporting, 'MXD-LTE', then!) - before).toBe(1);
  });
});

describe('the announcement', () => {
  const ANNOUNCEMENT = { title: 'New', text: 'A pendant', launchDate: '2026-11-20', publicDate: '2026-11-20' };
  const on = (time: string) => {
    vi.stubEnv('ANNOUNCEMENT', JSON.stringify(ANNOUNCEMENT));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(time) });
  };

  it('is shown until the user dismisses it, which is recorded for this user [P1-B20 P1-B21 P1-C79]', async () => {
    const as = await aUser({ dealer: 22, flags: [] });
    const other = await aUser({ dealer: 22, flags: [] });
    vi.stubEnv('ANNOUNCEMENT', JSON.stringify({ ...ANNOUNCEMENT, ...now() }));
    expect((await read(as)).announcement).toMatchObject({ title: 'New' });
    await ask(dashboard.acknowledge, { as });
    expect(await read(as)).not.toHaveProperty('announcement');
    expect(await read(other)).toHaveProperty('announcement');
    const { data } = await AcknowledgementEntity.get({ userKey: as.UserKey }).go();
    expect(data?.launchDate).toBe(now().launchDate);
  });

  it('begins at midnight of the user [P1-R13]', async () => {
    const as = await aUser({ dealer: 22, flags: [] });
    on('2026-11-20T03:00:00.000Z');
    expect(await ask(dashboard.read, { dateOffset: 300, as })).not.toHaveProperty('announcement');
    expect(await ask(dashboard.read, { dateOffset: -60, as })).toHaveProperty('announcement');
  });

  it('is nothing without one in the settings', async () => {
    vi.stubEnv('ANNOUNCEMENT', '');
    expect(await read(user)).not.toHaveProperty('announcement');
    expect(await ask(dashboard.acknowledge, { as: user })).toEqual({});
  });

  const now = () => {
    const today = new Date().toISOString().slice(0, 10);
    return { launchDate: today, publicDate: today };
  };
});

it('goes with its user', async () => {
  const as = await aUser({ dealer: 22, flags: ['UNIT'] });
  const today = new Date().toISOString().slice(0, 10);
  vi.stubEnv('ANNOUNCEMENT', JSON.stringify({ title: 'N', text: 'T', launchDate: today, publicDate: today }));
  await ask(dashboard.visit, { as });
  await ask(dashboard.acknowledge, { as });
  const userKey = as.UserKey;
  const kept = async () => [
    (await DashboardVisitEntity.query.byUser({ userKey }).go({ consistent: true })).data.length,
    (await AcknowledgementEntity.get({ userKey }).go({ consistent: true })).data?.launchDate,
  ];
  expect(await kept()).toEqual([1, today]);
  await runDeleteWithUser(userKey);
  expect(await kept()).toEqual([1, today]);
  await UserEntity.delete({ UserKey: userKey }).go();
  await runDeleteWithUser(userKey);
  expect(await kept()).toEqual([0, undefined]);
});

describe('rollouts on the dashboard', () => {
  it('are those that are not over, for who publishes firmware', async () => {
    const states = ['proposed', 'paused', 'finished', 'awaitingUnits', 'ended', 'rolledBack'] as const;
    for (const [index, state] of states.entries())
      await RolloutEntity.put(aRollout({ rolloutId: `01K0R${index}`.padEnd(26, '0'), state })).go();
    const engineer = await aUser({ dealer: 1, flags: ['ENGINEER'] });
    const { rollouts: shown } = await read(engineer);
    expect(shown!.map(({ state }) => state)).toEqual(['awaitingUnits', 'paused', 'proposed']);
    expect(await read(user)).not.toHaveProperty('rollouts');
    expect(await read(await aUser({ dealer: 22, flags: ['ENGINEER'] }))).not.toHaveProperty('rollouts');
  });

  it('are found however many newer ones are over, also those that an earlier version stored, and follow each change of the state', async () => {
    const engineer = await aUser({ dealer: 1, flags: ['ENGINEER'] });
    const shownIds = async () => (await read(engineer)).rollouts!.map(({ rolloutId }) => rolloutId);
    const rolloutId = '01K0A0'.padEnd(26, '0');
    const rollout = aRollout({ rolloutId, state: 'running' });
    const { Item } = RolloutEntity.put(rollout).params() as { Item: Record<string, unknown> };
    const { gsi1pk: _pk, gsi1sk: _sk, ...former } = Item;
    const { client, table } = at;
    await client.send(new PutCommand({ TableName: table, Item: former }));
    const newer = Array.from({ length: 101 }, (_, index) =>
      aRollout({ rolloutId: `01K0B${1000 + index}`.padEnd(26, '0'), state: 'finished' }),
    );
    await RolloutEntity.put(newer).go();
    expect(await shownIds()).not.toContain(rolloutId);
    expect(await indexRollouts()).toMatchObject({ left: [] });
    expect(await shownIds()).toContain(rolloutId);
    expect(await rolloutStore.pause(rollout, 'Trouble', Date.now())).toBe(true);
    expect((await read(engineer)).rollouts).toContainEqual(expect.objectContaining({ rolloutId, state: 'paused' }));
    await rolloutStore.settle(await rolloutStore.get(rolloutId), 'ended');
    expect(await shownIds()).not.toContain(rolloutId);
  });

  it('leave out one that is stored with a malformed version, also in their list', async () => {
    const engineer = await aUser({ dealer: 1, flags: ['ENGINEER'] });
    const [whole, malformed] = ['01K0S0', '01K0S1'].map((id) => id.padEnd(26, '0')) as [string, string];
    await RolloutEntity.put(aRollout({ rolloutId: whole })).go();
    const kept = aRollout({ rolloutId: malformed });
    await RolloutEntity.put({ ...kept, plan: { ...kept.plan, FirmVerKey: 'no-such-model/MXDLTE/9' } }).go();
    const dashboards = (await read(engineer)).rollouts!;
    const listed = (await ask(rollouts.list, { as: engineer })).items;
    for (const shown of [dashboards, listed]) {
      const ids = shown.map(({ rolloutId }) => rolloutId);
      expect(ids).toContain(whole);
      expect(ids).not.toContain(malformed);
    }
    await RolloutEntity.delete({ portal: kept.portal, rolloutId: malformed }).go();
  });

  it('are some of each state if there are too many, the newest of each, and those that need a person first', async () => {
    const engineer = await aUser({ dealer: 1, flags: ['ENGINEER'] });
    const many = (['proposed', 'running', 'paused', 'awaitingUnits'] as const).flatMap((state, place) =>
      Array.from({ length: 30 }, (_, index) =>
        aRollout({ rolloutId: `01K0D${place}${1000 + index}`.padEnd(26, '0'), state, revision: place }),
      ),
    );
    await RolloutEntity.put(many).go();
    const shown = (await read(engineer)).rollouts!;
    await RolloutEntity.delete(many.map(({ portal, rolloutId }) => ({ portal, rolloutId }))).go();
    const ids = shown.map(({ rolloutId }) => rolloutId);
    for (const place of [0, 1, 2, 3]) expect(ids).toContain(`01K0D${place}1029`.padEnd(26, '0'));
    const countOf = (wanted: string) => shown.filter(({ state }) => state === wanted).length;
    expect(['paused', 'proposed', 'running', 'awaitingUnits'].map(countOf)).toEqual([7, 6, 6, 6]);
  });

  it('are a bounded number, and say that there are more', async () => {
    const engineer = await aUser({ dealer: 1, flags: ['ENGINEER'] });
    const many = Array.from({ length: 30 }, (_, index) =>
      aRollout({ rolloutId: `01K0C${1000 + index}`.padEnd(26, '0'), state: index < 28 ? 'awaitingUnits' : 'paused' }),
    );
    await RolloutEntity.put(many).go();
    const { rollouts: shown, moreRollouts } = await read(engineer);
    expect(shown).toHaveLength(25);
    expect(moreRollouts).toBe(true);
    // What waits for silent units gives way to what a person has to do.
    for (const { rolloutId } of many.slice(28))
      expect(shown).toContainEqual(expect.objectContaining({ rolloutId, state: 'paused' }));
    await Promise.all(many.map(({ portal, rolloutId }) => RolloutEntity.delete({ portal, rolloutId }).go()));
    expect((await read(engineer)).moreRollouts).toBe(false);
  });

  it('are news to the dashboards of the root dealer when their state changes, and not when their pace is used', () => {
    const news = AREAS.rollouts!.news!.find(({ entity }) => entity === 'rollout')!;
    const itemOf = (rollout: Parameters<typeof aRollout>[0]) =>
      (RolloutEntity.put(aRollout(rollout)).params() as { Item: Record<string, unknown> }).Item;
    expect(news.newsOf(itemOf({}), 0)).toEqual({ topic: 'dashboard:1', message: {} });
    const before = itemOf({ revision: 1, paceAt: 1 });
    expect(news.isNews!(before, itemOf({ revision: 1, paceAt: 2 }))).toBe(false);
    expect(news.isNews!(before, itemOf({ revision: 2, paceAt: 1 }))).toBe(true);
  });
});

describe('batches of reminders on the dashboard', () => {
  it('are those that are being scheduled, of every type, for who uploads them', async () => {
    const as = await aUser({ dealer: 22, flags: ['MYSCHEDULER'] });
    const shown = async () => (await read(as)).bulkSchedules!.map(({ type }) => type);
    for (const type of ['TestUnit', 'EatAMeal', 'TakeMedication'] as const)
      await ask(reminders.upload, { type, rows: [{ UnitSerNum: '220001' }], as });
    const { last } = await ask(reminders.last, { type: 'TakeMedication', as });
    await BulkScheduleEntity.patch({ schedule: last!.schedule }).set({ openParts: 0 }).go();
    expect((await shown()).toSorted()).toEqual(['EatAMeal', 'TestUnit']);
    expect(await read(user)).not.toHaveProperty('bulkSchedules');
  });
});

describe('bulk actions on the dashboard', () => {
  const start = async (now: number, dealer = 49) => {
    const scope = scopeOf(await aUser({ dealer, flags: ['BULK_ACTIONS', 'UNIT_EDIT'] }));
    const asked = { action: 'reporting', type: 'on', UnitModel: 'MXD-LTE', units: ['490001', '490002'] } as const;
    return { scope, started: await startBulkAction(scope, { ...asked, units: [...asked.units] }, now) };
  };
  const now = Date.now() - 60 * 24 * HOUR;

  it('are those that are not over, however many newer ones there are, and the latest', async () => {
    const { started, scope } = await start(now);
    const { bchKey } = started;
    for (let index = 1; index <= 26; index++) {
      const newer = (await start(now + index * HOUR)).started;
      await BulkActionEntity.patch({ bchKey: newer.bchKey }).set({ done: 2 }).go();
      await leaveOpenList(newer.bchKey);
    }
    const reader = await aUser({ dealer: 49, flags: ['BULK_ACTIONS'] });
    const shownKeys = async () => (await read(reader)).bulkActions!.map((one) => one.bchKey);
    const shown = await shownKeys();
    expect(shown).toHaveLength(26);
    expect(shown.at(-1)).toBe(bchKey);
    await BulkActionEntity.patch({ bchKey }).set({ failed: 2 }).go();
    await leaveOpenList(bchKey);
    expect(await shownKeys()).not.toContain(bchKey);
    const retried = await bulkActionCommands.retry(scope, await bulkActionStore.get(scope, bchKey), Date.now());
    expect(await shownKeys()).toContain(bchKey);
    // The end of the attempt before comes again.
    await bulkActionLists.leaveOpen({ bchKey, attempt: retried.attempt - 1 });
    expect(await shownKeys()).toContain(bchKey);
    await bulkActionCommands.cancel(scope, retried, Date.now());
    await leaveOpenList(bchKey);
    expect(await shownKeys()).not.toContain(bchKey);
  });

  it('stay while they are paused', async () => {
    const { started, scope } = await start(now, 220);
    await bulkActionCommands.pause(scope, started, Date.now());
    await leaveOpenList(started.bchKey);
    const { items } = await bulkActionLists.open(220, { pageSize: 5 });
    expect(items.map(({ bchKey }) => bchKey)).toEqual([started.bchKey]);
  });

  it('are among them from their next command on, if an earlier version started them', async () => {
    const now = Date.now();
    const { started, scope } = await start(now, 221);
    const { bchKey } = started;
    const found = async () => (await bulkActionLists.open(221, { pageSize: 5 })).items.map((item) => item.bchKey);
    const forget = () => BulkActionEntity.patch({ bchKey }).remove(['openOf']).go();
    await forget();
    expect(await found()).toEqual([]);
    await bulkActionCommands.changePace(scope, await bulkActionStore.get(scope, bchKey), 10, now);
    expect(await found()).toEqual([bchKey]);
    await forget();
    await bulkActionCommands.changePace(scope, await bulkActionStore.get(scope, bchKey), undefined, now);
    expect(await found()).toEqual([bchKey]);
    await bulkActionCommands.pause(scope, await bulkActionStore.get(scope, bchKey), now);
    await forget();
    await bulkActionCommands.resume(scope, await bulkActionStore.get(scope, bchKey), now);
    expect(await found()).toEqual([bchKey]);
  });

  it('are among them after `npm run upgrade:table`, if an earlier version started them', async () => {
    const { started, scope } = await start(Date.now(), 2202);
    const over = (await start(Date.now(), 2202)).started;
    const found = async () => (await bulkActionLists.open(2202, { pageSize: 5 })).items.map((item) => item.bchKey);
    for (const { bchKey } of [started, over]) await BulkActionEntity.patch({ bchKey }).remove(['openOf']).go();
    await bulkActionCommands.cancel(scope, await bulkActionStore.get(scope, over.bchKey), Date.now());
    expect(await found()).toEqual([]);
    expect((await indexOpenBulkActions(Date.now())).left).toEqual([]);
    expect(await found()).toEqual([started.bchKey]);
    expect(await indexOpenBulkActions(Date.now())).toEqual({ count: 0, left: [] });
  });

  /** What follows the last change of the bulk action. */
  async function leaveOpenList(bchKey: string) {
    const { client, table } = at;
    const Key = (BulkActionEntity.get({ bchKey }).params() as { Key: Record<string, unknown> }).Key;
    const { Item: after } = await client.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
    const { messageOf, react } = AREAS['bulk-actions']!.reactions!.find(
      ({ name }) => name === 'leave the list of open bulk actions',
    )!;
    const message = messageOf({ before: undefined, after, changeId: 'x', sequence: '1' }, Date.now());
    if (message) await react(message, {} as never, Date.now());
  }
});
