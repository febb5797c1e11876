import { askerOf } from '#core/auth/identities.ts';
import { ROOT_DEALER } from '#core/dealers/tree.ts';
import { AppError } from '#core/errors.ts';
import { namedBy } from '#core/ota/firmware-version.ts';
import type { Page } from '#core/paging.ts';
import type { Accepted } from '#core/rollouts/health.ts';
import type { RolloutPlan } from '#core/rollouts/plan.ts';
import {
  AT_WORK,
  isOver,
  isPossible,
  mayApprove,
  NOT_YOUR_OWN,
  ROLLOUT_STATES,
  type Rollout,
  type RolloutAction,
  type RolloutState,
  stateAfter,
} from '#core/rollouts/rollout.ts';
import type { Rights, Scope } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import { auditEntry, SYSTEM } from '../audit/audit.ts';
import { change, tryChange } from '../kit/change.ts';
import { tryWrite } from '../kit/conditions.ts';
import { newId } from '../kit/id.ts';
import { page } from '../kit/page.ts';
import { PORTAL, RolloutEntity, type RolloutItem } from './entities.ts';

const entities = { rollout: RolloutEntity };
const AUDIT_ACTIONS = {
  approve: 'approve rollout',
  pause: 'pause rollout',
  resume: 'resume rollout',
  end: 'end rollout',
  rollBack: 'roll back rollout',
} as const satisfies Record<RolloutAction, string>;

const CHANGED = 'Somebody else changed this rollout';

const NEED_A_PERSON: ReadonlySet<RolloutState> = new Set(['paused', 'proposed']);
const NOT_OVER = [
  ...NEED_A_PERSON,
  ...ROLLOUT_STATES.filter((state) => !isOver({ state }) && !NEED_A_PERSON.has(state)),
];

export const rolloutStore = {
  async list({ cursor, pageSize }: { cursor?: string | undefined; pageSize: number }): Promise<Page<RolloutItem>> {
    return page(RolloutEntity.query.byTime({ portal: PORTAL }), { cursor, pageSize, order: 'desc' });
  },

  /**
   * At most so many of those that are not over, the newest first, and whether there are more. They are taken one of each state in turn, those that
   * need a person first, so that many in one state do not hide those in another.
   */
  async notOver(most: number): Promise<{ items: RolloutItem[]; more: boolean }> {
    const found = await Promise.all(
      NOT_OVER.map((state) =>
        RolloutEntity.query.byState({ portal: PORTAL, state }).go({ count: most + 1, limit: most + 1, order: 'desc' }),
      ),
    );
    const all = found.flatMap(({ data }) => data.map((item, turn) => ({ item, turn })));
    const inTurn = all.toSorted((one, other) => one.turn - other.turn).map(({ item }) => item);
    const items = inTurn.slice(0, most).toSorted((one, other) => (one.rolloutId < other.rolloutId ? 1 : -1));
    return { items, more: all.length > most };
  },

  async find(rolloutId: string): Promise<RolloutItem | undefined> {
    const { data } = await RolloutEntity.get({ portal: PORTAL, rolloutId }).go({ consistent: true });
    return data ?? undefined;
  },

  /** NOT_FOUND if there is none. */
  async get(rolloutId: string): Promise<RolloutItem> {
    const found = await this.find(rolloutId);
    if (!found) throw new AppError('NOT_FOUND', 'Rollout not found');
    return found;
  },

  /** The rollouts that the portal works on. */
  async atWork(): Promise<RolloutItem[]> {
    const { data } = await RolloutEntity.query.byTime({ portal: PORTAL }).go({ pages: 'all', consistent: true });
    return data.filter(({ state }) => AT_WORK.includes(state));
  },

  async propose(scope: Scope, plan: RolloutPlan, version: string, now: number): Promise<RolloutItem> {
    const rollout: RolloutItem = {
      portal: PORTAL,
      rolloutId: newId(now),
      plan,
      state: 'proposed',
      stage: 0,
      found: 0,
      searched: false,
      paceAt: 0,
      proposedBy: personOf(scope, now),
      askedBy: askerOf(scope),
      accepted: {},
      knowsCancelled: true,
      revision: 0,
    };
    const audit = auditEntry(
      scope,
      {
        ...objectOf(rollout),
        action: 'propose rollout',
        after: { name: plan.name, version, stages: plan.stages.length },
      },
      now,
    );
    await change({ entities, audit, by: scope, refused: { changed: CHANGED } }, (to) => [
      to.rollout.create(rollout).commit(),
    ]);
    return rollout;
  },

  /**
   * Changes the state. CONFLICT if the rollout has changed since `revision`, or if its state does not allow it; FORBIDDEN if the proposer
   * approves. `accepted`: the troubles that are known, when somebody resumes it in spite of them.
   */
  async act(
    scope: Scope,
    rollout: RolloutItem,
    { action, revision, accepted }: { action: RolloutAction; revision: number; accepted: Accepted },
    now: number,
  ): Promise<RolloutItem> {
    if (rollout.revision !== revision) throw new AppError('CONFLICT', CHANGED);
    if (!isPossible(action, rollout.state)) throw new AppError('CONFLICT', 'The rollout is not in a state for this');
    if (action === 'approve' && !mayApprove(rollout, scope)) throw new AppError('FORBIDDEN', NOT_YOUR_OWN);
    const { rolloutId } = rollout;
    const changed = {
      ...{ state: stateAfter(action), pausedBySystem: false, revision: revision + 1 },
      ...(stateAfter(action) === 'running' && { runningSince: now }),
      ...(action === 'rollBack' && { isWaitTold: false }),
      // Who resumes it answers for it from then on.
      ...(action === 'resume' && { accepted, askedBy: askerOf(scope) }),
    };
    const approvedBy = action === 'approve' ? personOf(scope, now) : rollout.approvedBy;
    const { reason: _, ...kept } = rollout;
    const next: RolloutItem = { ...kept, ...changed, ...(approvedBy && { approvedBy }) };
    const audit = auditEntry(
      scope,
      { ...objectOf(rollout), action: AUDIT_ACTIONS[action], ...audited(rollout, next) },
      now,
    );
    await change({ entities, audit, by: scope, refused: { changed: CHANGED } }, (to) => [
      to.rollout
        .patch({ portal: PORTAL, rolloutId })
        .set({ ...changed, ...(approvedBy && { approvedBy }) })
        .remove(['reason'])
        .where((stored, { eq }) => eq(stored.revision, revision))
        .commit(),
    ]);
    return next;
  },

  /** Pauses a running rollout by the portal itself. False if it has changed meanwhile. */
  async pause(rollout: RolloutItem, reason: string, now: number): Promise<boolean> {
    const { rolloutId, revision } = rollout;
    const changed = { state: 'paused', reason, pausedBySystem: true, revision: revision + 1 } as const;
    const entry = {
      ...objectOf(rollout),
      action: 'pause rollout',
      ...audited(rollout, { ...rollout, ...changed }),
    } as const;
    const audit = auditEntry(SYSTEM, entry, now);
    const refusal = await tryChange({ entities, audit }, (to) => [
      to.rollout
        .patch({ portal: PORTAL, rolloutId })
        .set(changed)
        .where((stored, { eq }) => eq(stored.revision, revision))
        .commit(),
    ]);
    return refusal === undefined;
  },

  /** Stores how far the work is, unless somebody has changed the state meanwhile. */
  async keep(
    rollout: RolloutItem,
    progress: {
      stage?: number;
      searchedTo?: string | null;
      found?: number;
      searched?: boolean;
      knowsCancelled?: boolean;
      cancelledTo?: string;
      takenUpAt?: number;
    },
  ): Promise<void> {
    const { searchedTo, ...fields } = progress;
    const patch = RolloutEntity.patch({ portal: PORTAL, rolloutId: rollout.rolloutId }).set({
      ...fields,
      ...(typeof searchedTo === 'string' && { searchedTo }),
    });
    await tryWrite(
      (searchedTo === null ? patch.remove(['searchedTo']) : patch)
        .where(({ revision, stage }, { eq }) => `${eq(revision, rollout.revision)} AND ${eq(stage, rollout.stage)}`)
        .go(),
    );
  },

  /** Stores what units of a rollback wait for, undefined if for nothing, unless somebody has changed the state meanwhile. */
  async keepWait({ rolloutId, revision }: RolloutItem, reason: string | undefined): Promise<void> {
    const patch = RolloutEntity.patch({ portal: PORTAL, rolloutId });
    await tryWrite(
      (reason === undefined ? patch.remove(['reason']) : patch.set({ reason, isWaitTold: true }))
        .where((stored, { eq }) => eq(stored.revision, revision))
        .go(),
    );
  },

  /** Ends the work: it is finished, ended or rolled back. Nothing keeps it waiting any more. */
  async settle({ rolloutId, revision }: RolloutItem, state: RolloutState): Promise<void> {
    await tryWrite(
      RolloutEntity.patch({ portal: PORTAL, rolloutId })
        .set({ state, revision: revision + 1 })
        .remove(['reason'])
        .where((stored, { eq }) => eq(stored.revision, revision))
        .go(),
    );
  },
};

const personOf = ({ userKey, fullName, actor }: Rights, now: number) => ({
  userKey,
  actorKey: actor.userKey,
  fullName: actor.userKey === userKey ? fullName : `${actor.fullName} as ${fullName}`,
  at: instant(now),
});

const objectOf = ({ rolloutId }: RolloutItem) =>
  ({ objectKind: 'rollout', objectId: rolloutId, dealerKey: ROOT_DEALER }) as const;

const audited = (before: RolloutItem, after: RolloutItem) => ({
  before: { state: before.state },
  after: { state: after.state, name: after.plan.name, ...(after.reason !== undefined && { reason: after.reason }) },
});

/** A rollout as people see it. */
export const shownRollout = ({
  rolloutId,
  plan,
  state,
  reason,
  stage,
  proposedBy,
  approvedBy,
  revision,
}: RolloutItem): Rollout => ({
  ...{ rolloutId, plan, state, stage, revision },
  ...namedBy(plan.FirmVerKey),
  proposedBy: { fullName: proposedBy.fullName, at: proposedBy.at },
  ...(approvedBy && { approvedBy: { fullName: approvedBy.fullName, at: approvedBy.at } }),
  ...(reason !== undefined && { reason }),
});
