import { createWriteTransaction, type TransactWriteEntities } from 'electrodb';
import {
  type DealerChange,
  type DealerInput,
  NEW_DEALER_STATUS,
  OFFICE_FIELDS,
  type ReportingAccount,
} from '#core/dealers/dealer.ts';
import { NAME_TAKEN } from '#core/dealers/edit.ts';
import { pathUnder, ROOT_DEALER, ROOT_PATH, requireDepth } from '#core/dealers/tree.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { type Change as AuditChange, AuditEntity, auditEntry } from '../audit/audit.ts';
import { committed, type Operations, refusedAt, requireCommitted } from '../kit/conditions.ts';
import { without } from '../kit/without.ts';
import { DealerLookupEntity, dealerLookupsOf } from './dealer-lookups.ts';
import { DealerMoveEntity, dealerMoveStore, newMove, withMove } from './dealer-moves.ts';
import { DealerTreeEntity, TREE, treeIs } from './dealer-tree.ts';
import {
  DealerEntity,
  DealerNameEntity,
  dealerStore,
  heldName,
  newDealerKey,
  type StoredDealer,
  standingAt,
} from './dealers.ts';

type Change = Omit<DealerChange, 'DealerKey' | 'DealerParent'>;

const MOST_TRIES = 10;
const MOVED_MEANWHILE = 'The parent was moved meanwhile. Try again in a moment';
const CHANGED_MEANWHILE = 'Somebody else changed the dealer meanwhile';
const TREE_BUSY = 'Other dealers were changed at the same moment. Try again';

const nameTaken = () => new AppError('CONFLICT', NAME_TAKEN, [{ path: 'DealerName', message: NAME_TAKEN }]);

/** The version that an entity's item has, on the condition of a write; items of before there were versions have none. */
export const versionIs =
  (version: number | undefined) =>
  (item: { version: number }, { eq, notExists }: Operations): string =>
    version === undefined ? notExists(item.version) : eq(item.version, version);

export const dealerChangeStore = {
  /**
   * Creates a dealer below `parent` (null: none), in status 3. CONFLICT where a sibling has the name, where the parent moved meanwhile,
   * or where a move that is under way takes it along: where the dealer would come to stand, and how deep, is not known until then.
   */
  async create(scope: Scope, input: DealerInput, parent: StoredDealer | null, now: number): Promise<StoredDealer> {
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      const { turn } = await dealerMoveStore.treeToGrowIn(parent?.dealerPath ?? ROOT_PATH, now);
      const DealerKey = await newDealerKey();
      const { DealerParent: _parent, ...told } = input;
      const dealer: StoredDealer = {
        ...told,
        ...(parent && { DealerParent: parent.DealerKey }),
        DealerKey,
        DealerStatus: NEW_DEALER_STATUS,
        dealerPath: pathUnder(parent, DealerKey),
        tree: 'all',
        version: 1,
      };
      const change = { ...about(dealer), action: 'create dealer', after: told };
      const result = await committed(() =>
        createWriteTransaction(ENTITIES, (entities) => [
          entities.dealer.create(dealer).commit(),
          entities.name.create(heldName(dealer)).commit(),
          entities.tree.upsert(TREE).add({ grown: 1 }).where(treeIs({ turn })).commit(),
          entities.audit.create(auditEntry(scope, change, now)).commit(),
          ...dealerLookupsOf(dealer).map((lookup) => entities.lookup.put(lookup).commit()),
          ...(parent ? [standingAt(entities.dealer, parent)] : []),
        ]).go(),
      );
      if (!result.canceled) return dealer;
      if (refusedAt(result, 1)) throw nameTaken();
      if (parent && refusedAt(result, result.data.length - 1)) throw new AppError('CONFLICT', MOVED_MEANWHILE);
      // A key that an imported dealer has, or a move that began: once more.
    }
    throw new AppError('CONFLICT', TREE_BUSY);
  },

  /** Changes a dealer that stays where it stands. */
  async update(scope: Scope, was: StoredDealer, change: Change, now: number): Promise<StoredDealer> {
    const next: StoredDealer = { ...was, ...told(change), version: (was.version ?? 0) + 1 };
    const renamed = held(was) !== held(next);
    const result = await committed(() =>
      createWriteTransaction(ENTITIES, (entities) => changeItems(entities, scope, was, next, now)).go(),
    );
    if (renamed && refusedAt(result, 1)) throw nameTaken();
    requireCommitted(result, CHANGED_MEANWHILE);
    return next;
  },

  /**
   * Changes a dealer and gives it another place in the tree, below `parent` (null: none): it stands there at once, and what lies below
   * follows in the background. CONFLICT where a move that is under way concerns one of the two places; INVALID where the tree would
   * become too deep.
   */
  async move(
    scope: Scope,
    was: StoredDealer,
    change: Change,
    parent: StoredDealer | null,
    now: number,
  ): Promise<StoredDealer> {
    const { DealerKey, dealerPath: from } = was;
    const dealerPath = pathUnder(parent, DealerKey);
    const { DealerParent: _parent, ...rest } = { ...was, ...told(change), dealerPath };
    const next: StoredDealer = {
      ...rest,
      ...(parent && { DealerParent: parent.DealerKey }),
      version: (was.version ?? 0) + 1,
    };
    const nameMoves = held(was) !== held(next);
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      const tree = await dealerMoveStore.treeToMoveIn(from, dealerPath, now);
      requireDepth(parent, await dealerStore.levelsBelow(was));
      const move = newMove({ DealerKey, from, to: dealerPath }, scope.userName, now);
      const result = await committed(() =>
        createWriteTransaction(ENTITIES, (entities) => [
          ...changeItems(entities, scope, was, next, now),
          entities.move.create(move).commit(),
          entities.tree
            .upsert(TREE)
            .set({ moves: withMove(tree, move, now) })
            .add({ turn: 1 })
            .where(treeIs({ turn: tree.turn, grown: tree.grown }))
            .commit(),
          ...(parent ? [standingAt(entities.dealer, parent)] : []),
        ]).go(),
      );
      if (!result.canceled) return next;
      if (nameMoves && refusedAt(result, 1)) throw nameTaken();
      const last = result.data.length - 1;
      if (refusedAt(result, 0)) throw new AppError('CONFLICT', CHANGED_MEANWHILE);
      if (parent && refusedAt(result, last)) throw new AppError('CONFLICT', MOVED_MEANWHILE);
      // Another move began, or a dealer was created: what was judged by may be so no more.
    }
    throw new AppError('CONFLICT', TREE_BUSY);
  },

  /** Keeps the dealer's account in the reporting system; a number that is known is not lost to somebody who was told none. */
  async keepReportingAccount(
    scope: Scope,
    was: StoredDealer,
    reportingAccount: ReportingAccount,
    now: number,
  ): Promise<StoredDealer> {
    const { DealerKey } = was;
    const entry = {
      ...about(was),
      action: 'set up reporting account',
      before: { reportingAccount: was.reportingAccount ?? null },
      after: { reportingAccount },
    };
    const result = await committed(() =>
      createWriteTransaction({ dealer: DealerEntity, audit: AuditEntity }, (entities) => {
        const patch = entities.dealer.patch({ DealerKey }).set({ reportingAccount });
        return [
          (reportingAccount.customerId === null
            ? patch.where((dealer, { notExists }) => notExists(dealer.reportingAccount))
            : patch
          ).commit(),
          entities.audit.create(auditEntry(scope, entry, now)).commit(),
        ];
      }).go(),
    );
    if (!result.canceled) return { ...was, reportingAccount };
    const { data } = await DealerEntity.get({ DealerKey }).go({ consistent: true });
    if (data?.reportingAccount) return data;
    throw new AppError('CONFLICT', CHANGED_MEANWHILE);
  },
};

const about = ({ DealerKey }: StoredDealer) => ({
  objectKind: 'dealer' as const,
  objectId: String(DealerKey),
  dealerKey: DealerKey,
});

const ENTITIES = {
  dealer: DealerEntity,
  name: DealerNameEntity,
  lookup: DealerLookupEntity,
  audit: AuditEntity,
  move: DealerMoveEntity,
  tree: DealerTreeEntity,
};
type Entities = TransactWriteEntities<typeof ENTITIES>;

/** What a change of a dealer writes: the dealer first, then the name that it takes, if it takes one. */
function changeItems(entities: Entities, scope: Scope, was: StoredDealer, next: StoredDealer, now: number) {
  // The reporting account is set up beside other changes, and only keepReportingAccount writes it.
  const { DealerKey, tree: _tree, reportingAccount: _account, ...values } = next;
  const patch = entities.dealer.patch({ DealerKey }).set(values);
  const parentGone = next.DealerParent === undefined && was.DealerParent !== undefined;
  const renamed = held(was) !== held(next);
  const lookups = { was: dealerLookupsOf(was), next: dealerLookupsOf(next) };
  return [
    (parentGone ? patch.remove(['DealerParent']) : patch)
      .where((item, operations) => {
        const version = versionIs(was.version)(item, operations);
        return `${version} AND ${operations.eq(item.dealerPath, was.dealerPath)}`;
      })
      .commit(),
    ...(renamed ? [entities.name.create(heldName(next)).commit(), entities.name.delete(heldName(was)).commit()] : []),
    ...without(lookups.next, lookups.was).map((lookup) => entities.lookup.put(lookup).commit()),
    ...without(lookups.was, lookups.next).map((lookup) => entities.lookup.delete(lookup).commit()),
    ...changeEntries(was, next).map((change) => entities.audit.create(auditEntry(scope, change, now)).commit()),
  ];
}

const held = (dealer: StoredDealer) => JSON.stringify(heldName(dealer));

/** What a change says, without what it leaves as it is. */
const told = (change: object) => Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

const AUDITED = ['DealerName', 'DealerBillingCode', ...OFFICE_FIELDS] as const;

/**
 * The audit of a change. A dealer takes its own entries along wherever it is moved to, so they do not say where it stood: that is
 * told to the side that it left and to the side that it came to, each its own part.
 */
function changeEntries(was: StoredDealer, next: StoredDealer): AuditChange[] {
  const change = difference(was, next);
  if (was.DealerParent === next.DealerParent) return [{ ...about(next), action: 'edit dealer', ...change }];
  const side = ({ DealerParent }: StoredDealer) => ({
    place: { ...about(was), dealerKey: DealerParent ?? ROOT_DEALER },
    told: { DealerParent: DealerParent ?? null },
  });
  const [left, entered] = [side(was), side(next)];
  return [
    { ...about(next), action: 'move dealer', ...change },
    { ...left.place, action: 'move dealer to another parent', before: left.told },
    { ...entered.place, action: 'move dealer here', after: entered.told },
  ];
}

function difference(was: StoredDealer, next: StoredDealer) {
  const fields = AUDITED.filter((field) => was[field] !== next[field]);
  const of = (dealer: StoredDealer) => Object.fromEntries(fields.map((field) => [field, dealer[field] ?? null]));
  return { before: of(was), after: of(next) };
}
