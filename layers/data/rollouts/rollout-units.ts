import type { TransactWriteEntities } from 'electrodb';
import { AppError } from '#core/errors.ts';
import type { Page } from '#core/paging.ts';
import { type HealthCounts, TROUBLES, type Verdict } from '#core/rollouts/health.ts';
import type { RolloutPlan } from '#core/rollouts/plan.ts';
import { leftOutState, type RolloutUnitState, type StageCounts } from '#core/rollouts/rollout.ts';
import { nextTryAt } from '#core/rollouts/tries.ts';
import type { Actor } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { auditEntry } from '../audit/audit.ts';
import { getAll } from '../kit/batch.ts';
import { refusedAs, tryChange, type Write } from '../kit/change.ts';
import { tryWrite } from '../kit/conditions.ts';
import { page } from '../kit/page.ts';
import { endOfPrefix } from '../kit/table.ts';
import { countedIn, messageFor, type NewMessage, type SyncMessage } from '../unit-configuration/sync-messages.ts';
import { queueEntities, queueWrites } from '../unit-configuration/sync-queue.ts';
import {
  PORTAL,
  RolloutCountEntity,
  RolloutEntity,
  type RolloutItem,
  RolloutUnitEntity,
  type RolloutUnitItem,
} from './entities.ts';

import { rolloutStore } from './rollouts.ts';

const entities = { rolloutUnit: RolloutUnitEntity, count: RolloutCountEntity };
type To = TransactWriteEntities<typeof entities>;

/** A transaction has at most a hundred writes. */
const AT_ONCE = 50;
export const LOOKED_AT_ONCE = 100;

const countName = (stage: number, state: RolloutUnitState) => `${stage}.${state}`;

/** The writes that change counts. Each is written once, whatever adds up to it. */
function countWrites(to: To, rolloutId: string, changes: readonly (readonly [name: string, by: number])[]): Write[] {
  const sums = new Map<string, number>();
  for (const [name, by] of changes) sums.set(name, (sums.get(name) ?? 0) + by);
  return [...sums]
    .filter(([, by]) => by !== 0)
    .map(([name, by]) => to.count.upsert({ rolloutId, name }).add({ count: by }).commit());
}

export interface NextState {
  state: RolloutUnitState;
  nextAt: string;
  tries?: number;
  reason?: string;
  doneAt?: number;
  goneAt?: number;
  sentAt?: number;
  waitsSince?: number;
  isTold?: boolean;
}

const moves = ({ stage, state }: RolloutUnitItem, next: RolloutUnitState) => [
  [countName(stage, state), -1] as const,
  [countName(stage, next), 1] as const,
];

const patchTo = (
  to: To,
  { rolloutId, UnitSerNum, state, nextAt }: RolloutUnitItem,
  { reason, ...next }: NextState & Partial<RolloutUnitItem>,
) => {
  const patch = to.rolloutUnit
    .patch({ rolloutId, UnitSerNum })
    .set({ ...next, ...(reason !== undefined && { reason }) });
  return (reason === undefined ? patch.remove(['reason']) : patch)
    .where((stored, { eq }) => `${eq(stored.state, state)} AND ${eq(stored.nextAt, nextAt)}`)
    .commit();
};

/** The worker may look at a unit just when its report comes. */
const MAX_TRIES = 5;

type AfterUpdate = (item: RolloutUnitItem, plan: RolloutPlan) => NextState | undefined;

/** What follows for a unit that has told that its update failed; undefined if it is not under way. */
const afterFailure =
  (now: number): AfterUpdate =>
  ({ state, tries: before }, plan) => {
    const reason = 'The unit told that the update failed';
    if (state === 'returnSent') return { state: 'notReturned', nextAt: instant(now), reason };
    if (state !== 'sent') return undefined;
    const tries = before + 1;
    const again = nextTryAt(plan, tries, now);
    return { state: again === undefined ? 'failed' : 'waiting', nextAt: instant(again ?? now), tries, reason };
  };

/** What follows for a unit that must not take its update; undefined if it is not under way. */
const afterRefusal =
  (reason: string, now: number): AfterUpdate =>
  (item) => {
    const nextAt = instant(now);
    if (item.state === 'returnSent') return { state: 'notReturned', nextAt, reason };
    return item.state === 'sent' ? { state: leftOutState(item), nextAt, reason } : undefined;
  };

/** Brings the unit of a message from a rollout to what follows. */
async function settleMessage(message: SyncMessage, after: AfterUpdate): Promise<void> {
  const { UnitSerNum, MessageKeyHex } = message;
  const mark = countedIn(message);
  const rollout = mark && (await rolloutStore.find(mark.rolloutId));
  if (!rollout) return;
  for (let tried = 0; tried < MAX_TRIES; tried++) {
    const item = await rolloutUnitStore.get(rollout.rolloutId, UnitSerNum);
    const next = item?.MessageKeyHex === MessageKeyHex && after(item, rollout.plan);
    if (!next || (await rolloutUnitStore.move(item, next))) return;
  }
  // The report or the question comes again.
  throw new AppError('UNAVAILABLE', `The unit ${UnitSerNum} of a rollout changes all the time`);
}

export const rolloutUnitStore = {
  /**
   * Adds units to the present stage, at most as many as it may have; those that the rollout has already stay as they are. Returns how many
   * were added; undefined if somebody has changed the rollout, or another run adds units at the same time.
   */
  async choose(
    { rolloutId, stage, revision, plan }: RolloutItem,
    serialNumbers: readonly string[],
    room: number,
    now: number,
  ): Promise<number | undefined> {
    const { atMost } = plan.stages[stage]!;
    const keys = serialNumbers.map((UnitSerNum) => ({ rolloutId, UnitSerNum }));
    const known = new Set(
      (await getAll(RolloutUnitEntity, keys, { consistent: true })).map(({ UnitSerNum }) => UnitSerNum),
    );
    const added = keys.filter(({ UnitSerNum }) => !known.has(UnitSerNum)).slice(0, room);
    for (let next = 0; next < added.length; next += AT_ONCE) {
      const some = added.slice(next, next + AT_ONCE);
      const first = { stage, state: 'waiting', nextAt: instant(now), tries: 0 } as const;
      const refusal = await tryChange({ entities: { ...entities, rollout: RolloutEntity } }, (to) => [
        ...some.map((key) => to.rolloutUnit.create({ ...key, ...first }).commit()),
        ...countWrites(to, rolloutId, [[countName(stage, 'waiting'), some.length]]),
        to.count
          .upsert({ rolloutId, name: `chosen.${stage}` })
          .add({ count: some.length })
          .where(({ count }, { notExists, lte }) =>
            atMost === undefined ? '' : `${notExists(count)} OR ${lte(count, atMost - some.length)}`,
          )
          .commit(),
        to.rollout
          .check({ portal: PORTAL, rolloutId })
          .where((stored, { eq }) => `${eq(stored.revision, revision)} AND ${eq(stored.stage, stage)}`)
          .commit(),
      ]);
      if (refusal !== undefined) return undefined;
    }
    return added.length;
  },

  async get(rolloutId: string, UnitSerNum: string): Promise<RolloutUnitItem | undefined> {
    const { data } = await RolloutUnitEntity.get({ rolloutId, UnitSerNum }).go({ consistent: true });
    return data ?? undefined;
  },

  /** The units in a state whose time has come, the longest due first. */
  async due(
    rolloutId: string,
    state: RolloutUnitState,
    now: number,
    most = LOOKED_AT_ONCE,
  ): Promise<RolloutUnitItem[]> {
    const { data } = await RolloutUnitEntity.query
      .byState({ rolloutId, state })
      .between({ nextAt: '0' }, { nextAt: endOfPrefix(instant(now)) })
      .go({ count: most });
    return data;
  },

  /** One page of the units in a state. */
  list: (
    rolloutId: string,
    state: RolloutUnitState,
    asked: { cursor?: string | undefined; pageSize: number },
  ): Promise<Page<RolloutUnitItem>> =>
    page(
      RolloutUnitEntity.query.byState({ rolloutId, state }).between({ nextAt: '0' }, { nextAt: endOfPrefix('9') }),
      asked,
    ),

  /** Brings a unit to its next state. False if it has changed meanwhile. */
  async move(unit: RolloutUnitItem, next: NextState): Promise<boolean> {
    const refusal = await tryChange({ entities }, (to) => [
      patchTo(to, unit, next),
      ...countWrites(to, unit.rolloutId, moves(unit, next.state)),
    ]);
    return refusal === undefined;
  },

  /** Brings each of many units to its next state. Those that have changed meanwhile stay for the next run. */
  async moveAll(units: readonly RolloutUnitItem[], nextOf: (unit: RolloutUnitItem) => NextState): Promise<void> {
    for (let first = 0; first < units.length; first += AT_ONCE) {
      const some = units.slice(first, first + AT_ONCE);
      const refusal = await tryChange({ entities }, (to) => [
        ...some.map((unit) => patchTo(to, unit, nextOf(unit))),
        ...countWrites(
          to,
          some[0]!.rolloutId,
          some.flatMap((unit) => moves(unit, nextOf(unit).state)),
        ),
      ]);
      if (refusal !== undefined) for (const unit of some) await this.move(unit, nextOf(unit));
    }
  },

  /**
   * Puts the update into the queue of the unit, and uses up some of the pace, in one transaction. `outdated`: somebody has changed the
   * rollout, or another run uses up its pace. `refused`: the unit or its queue did not allow it, or another message was added since the unit was read.
   */
  async send(
    by: Actor,
    rollout: RolloutItem,
    {
      item,
      unit,
      message,
      next,
    }: { item: RolloutUnitItem; unit: UnitRecord; message: NewMessage; next: NextState & { from?: string } },
    { paceAt, paceWas, now }: { paceAt: number; paceWas: number; now: number },
  ): Promise<'sent' | 'outdated' | 'refused'> {
    const { rolloutId, revision } = rollout;
    const queued = messageFor(unit, message, now);
    const audit = auditEntry(
      by,
      {
        ...{ objectKind: 'unit', objectId: unit.UnitSerNum, dealerKey: unit.DealerKey, action: 'queue message' },
        after: { MessageType: message.MessageType },
      },
      now,
    );
    const all = { ...entities, ...queueEntities, rollout: RolloutEntity };
    const written = tryChange({ entities: all, audit, about: unit }, (to) => [
      refusedAs(
        'outdated',
        to.rollout
          .patch({ portal: PORTAL, rolloutId })
          .set({ paceAt })
          .where((stored, { eq }) => `${eq(stored.revision, revision)} AND ${eq(stored.paceAt, paceWas)}`)
          .commit(),
      ),
      patchTo(to, item, {
        ...next,
        MessageKeyHex: queued.MessageKeyHex,
        sentAt: now,
        waitsSince: 0,
        goneAt: 0,
        isTold: false,
      }),
      ...countWrites(to, rolloutId, moves(item, next.state)),
      ...queueWrites(to, [queued], unit),
    ]);
    const refusal = await written.catch((error: unknown) => {
      // The dealer of the unit is being moved.
      if (error instanceof AppError && error.code === 'CONFLICT') return 'changed';
      throw error;
    });
    if (refusal === undefined) return 'sent';
    return refusal === 'outdated' ? 'outdated' : 'refused';
  },

  /** Stores that a unit has told that its update is done. Its version says whether that is so. */
  async told(message: SyncMessage): Promise<void> {
    const { UnitSerNum, MessageKeyHex } = message;
    const mark = countedIn(message);
    if (!mark) return;
    await tryWrite(
      RolloutUnitEntity.patch({ rolloutId: mark.rolloutId, UnitSerNum })
        .set({ isTold: true })
        .where((stored, { eq }) => eq(stored.MessageKeyHex, MessageKeyHex))
        .go(),
    );
  },

  /** Stores that a unit has told that its update failed: it gets it again after a rest, or not any more. */
  failed: (message: SyncMessage, now: number): Promise<void> => settleMessage(message, afterFailure(now)),

  /** Stores that a unit must not take its update: it does not get it again. */
  refused: (message: SyncMessage, reason: string, now: number): Promise<void> =>
    settleMessage(message, afterRefusal(reason, now)),

  /** Stores what the comparison of a unit says, and counts it in place of what the last one said. */
  async compare(unit: RolloutUnitItem, verdict: Verdict, next: NextState): Promise<boolean> {
    const { rolloutId, verdict: was } = unit;
    const changes = TROUBLES.flatMap((trouble) => [
      [`worse.${trouble}`, Number(verdict[trouble] === 1) - Number(was?.[trouble] === 1)] as const,
      [`better.${trouble}`, Number(verdict[trouble] === -1) - Number(was?.[trouble] === -1)] as const,
    ]);
    const refusal = await tryChange({ entities }, (to) => [
      patchTo(to, unit, { ...next, verdict }),
      ...countWrites(to, rolloutId, [...moves(unit, next.state), ...changes, ['compared', was ? 0 : 1]]),
    ]);
    return refusal === undefined;
  },

  /** True if all units of the rollout are in one of the states. By the counts: the index of the states is a moment late. */
  async areAll(rollout: RolloutItem, states: readonly RolloutUnitState[]): Promise<boolean> {
    const { stages } = await this.counts(rollout);
    return stages.every((counts) => Object.keys(counts).every((state) => states.some((one) => one === state)));
  },

  /** How many units of each stage are in each state, and what became of their health. */
  async counts({ rolloutId, plan }: RolloutItem): Promise<{ stages: StageCounts[]; health: HealthCounts }> {
    const { data } = await RolloutCountEntity.query.count({ rolloutId }).go({ pages: 'all', consistent: true });
    const counts = new Map(data.map(({ name, count }) => [name, count]));
    const of = (name: string) => counts.get(name) ?? 0;
    const stages = plan.stages.map(
      (_, stage) =>
        Object.fromEntries(
          [...counts]
            .filter(([name, count]) => name.startsWith(`${stage}.`) && count > 0)
            .map(([name, count]) => [name.split('.')[1], count]),
        ) as StageCounts,
    );
    const total = (...states: RolloutUnitState[]) =>
      states.reduce((sum, state) => sum + stages.reduce((all, stage) => all + (stage[state] ?? 0), 0), 0);
    const troubles = Object.fromEntries(
      TROUBLES.map((trouble) => [trouble, { worse: of(`worse.${trouble}`), better: of(`better.${trouble}`) }]),
    ) as HealthCounts['troubles'];
    return {
      stages,
      health: { troubles, compared: of('compared'), failed: total('failed'), updated: total('watched', 'done') },
    };
  },
};
