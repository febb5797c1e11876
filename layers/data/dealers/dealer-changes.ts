import type { TransactWriteEntities } from 'electrodb';
import {
  CLOSED_DEALER_STATUS,
  type DealerChange,
  type DealerInput,
  NEW_DEALER_STATUS,
  type ReportingAccount,
} from '#core/dealers/dealer.ts';
import type { DealerRecord } from '#core/dealers/dealer-record.ts';
import { BILLING_CODE_TAKEN, NAME_TAKEN } from '#core/dealers/edit.ts';
import { pathUnder, ROOT_PATH, requireDepth } from '#core/dealers/tree.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { auditEntry } from '../audit/audit.ts';
import { change, RETRY, refusedAs, retry, tryChange } from '../kit/change.ts';
import { versionIs } from '../kit/conditions.ts';
import { openGrounds } from '../kit/grounds.ts';
import { without } from '../kit/without.ts';
import { ClosedDealersEntity, PORTAL } from './closed-dealers.ts';
import { dealerChangesOf, dealerObject } from './dealer-audit.ts';
import { DealerLookupEntity, dealerLookupsOf } from './dealer-lookups.ts';
import { DealerMoveEntity, dealerMoveStore, newMove } from './dealer-moves.ts';
import { DealerTreeEntity, TREE, treeIs } from './dealer-tree.ts';
import {
  BillingCodeEntity,
  DealerEntity,
  type DealerItem,
  DealerNameEntity,
  dealerIsAt,
  reservedCodeOf,
  reservedNameKey,
} from './dealers.ts';
import { levelsBelow, newDealerKey } from './new-dealers.ts';
import { type ReservedName, reservedNamesOf } from './reserved-names.ts';

type Change = Omit<DealerChange, 'DealerKey' | 'DealerParent'>;

const MOVED_MEANWHILE = 'The parent was moved meanwhile. Try again in a moment';
const CHANGED_MEANWHILE = 'Somebody else changed the dealer meanwhile';
const TREE_BUSY = 'Other dealers were changed at the same moment. Try again';

const taken = (path: keyof DealerInput, message: string) => new AppError('CONFLICT', message, [{ path, message }]);

/** The refusals of a name and of a billing code. */
const whatIsTaken = () => ({
  nameTaken: taken('DealerName', NAME_TAKEN),
  codeTaken: taken('DealerBillingCode', BILLING_CODE_TAKEN),
});

export const dealerChangeStore = {
  /**
   * Creates a dealer below `parent` (null: none), in status 3. CONFLICT if a sibling has the name, another dealer the billing code, if the parent moved meanwhile, or
   * if a running move takes the parent along: the new dealer's place and depth are not known until that has ended.
   */
  create: (scope: Scope, input: DealerInput, parent: DealerRecord | null, now: number): Promise<DealerRecord> =>
    retry(TREE_BUSY, async () => {
      const { turn } = await dealerMoveStore.treeToGrowIn(parent?.dealerPath ?? ROOT_PATH);
      const DealerKey = await newDealerKey();
      const { DealerParent: _parent, ...fields } = input;
      const dealer: DealerRecord = {
        ...fields,
        ...(parent && { DealerParent: parent.DealerKey }),
        DealerKey,
        DealerStatus: NEW_DEALER_STATUS,
        dealerPath: pathUnder(parent, DealerKey),
        version: 1,
      };
      await change(
        {
          entities,
          by: scope,
          audit: auditEntry(scope, { ...dealerObject(dealer), action: 'create dealer', after: fields }, now),
          refused: { ...whatIsTaken(), parentMoved: MOVED_MEANWHILE, changed: RETRY },
        },
        (to) => [
          refusedAs('nameTaken', to.name.create(reservedNameKey(dealer)).commit()),
          ...codeWrites(to, undefined, dealer),
          ...(parent ? [refusedAs('parentMoved', dealerIsAt(to.dealer, parent))] : []),
          // Refused where an imported dealer has the key.
          to.dealer.create(dealer).commit(),
          to.tree.upsert(TREE).add({ grown: 1 }).where(treeIs({ turn })).commit(),
          ...dealerLookupsOf(dealer).map((lookup) => to.lookup.put(lookup).commit()),
        ],
      );
      return dealer;
    }),

  /** Changes a dealer that keeps its parent. */
  async update(scope: Scope, was: DealerRecord, fields: Change, now: number): Promise<DealerRecord> {
    const next: DealerRecord = { ...was, ...definedFields(fields), version: (was.version ?? 0) + 1 };
    const reserved = await namesToFree(was, next);
    await change(
      {
        entities,
        by: scope,
        audit: entriesOf(scope, was, next, now),
        refused: { ...whatIsTaken(), changed: CHANGED_MEANWHILE },
      },
      (to) => changeWrites(to, was, next, reserved),
    );
    return next;
  },

  /**
   * Changes a dealer and puts it below another `parent` (null: none). The dealer itself moves at once, everything below it in the
   * background. CONFLICT if the dealers of another move still follow; INVALID if the tree would become too deep.
   */
  async move(
    scope: Scope,
    was: DealerRecord,
    fields: Change,
    parent: DealerRecord | null,
    now: number,
  ): Promise<DealerRecord> {
    const { DealerKey, dealerPath: from } = was;
    const dealerPath = pathUnder(parent, DealerKey);
    const { DealerParent: _parent, ...rest } = { ...was, ...definedFields(fields), dealerPath };
    const next: DealerRecord = {
      ...rest,
      ...(parent && { DealerParent: parent.DealerKey }),
      version: (was.version ?? 0) + 1,
    };
    return retry(TREE_BUSY, async () => {
      const tree = await dealerMoveStore.treeToMoveIn();
      requireDepth(parent, await levelsBelow(was));
      const reserved = await namesToFree(was, next);
      const move = newMove({ DealerKey, from, to: dealerPath }, scope.userName, now);
      await change(
        {
          entities,
          by: scope,
          audit: entriesOf(scope, was, next, now),
          refused: {
            ...whatIsTaken(),
            changed: CHANGED_MEANWHILE,
            parentMoved: MOVED_MEANWHILE,
            treeChanged: RETRY,
          },
        },
        (to) => [
          ...changeWrites(to, was, next, reserved),
          ...(parent ? [refusedAs('parentMoved', dealerIsAt(to.dealer, parent))] : []),
          to.move.create(move).commit(),
          // Another move began, or a dealer was created: judge again.
          refusedAs(
            'treeChanged',
            to.tree
              .upsert(TREE)
              .set({ moveId: move.moveId, from, to: dealerPath })
              .add({ turn: 1 })
              .where(treeIs({ turn: tree.turn, grown: tree.grown }))
              .commit(),
          ),
        ],
      );
      return next;
    });
  },

  /** Closes the dealer or opens it again. CONFLICT if somebody else changed it meanwhile. */
  async setStatus(scope: Scope, was: DealerRecord, DealerStatus: DealerRecord['DealerStatus'], now: number) {
    if (was.DealerStatus === DealerStatus) return was;
    const closes = DealerStatus === CLOSED_DEALER_STATUS;
    const version = (was.version ?? 0) + 1;
    const states = { before: { DealerStatus: was.DealerStatus }, after: { DealerStatus } };
    // The transaction writes the closed dealers, so this write has the condition of `by`.
    const open = openGrounds(scope.grounds) ?? (() => '');
    const action = closes ? ('close dealer' as const) : ('open dealer' as const);
    await change(
      {
        entities,
        by: scope,
        audit: auditEntry(scope, { ...dealerObject(was), action, ...states }, now),
        refused: { changed: CHANGED_MEANWHILE },
      },
      (to) => [
        to.dealer
          .patch({ DealerKey: was.DealerKey })
          .set({ DealerStatus, version })
          .where(versionIs(was.version))
          .commit(),
        closes
          ? to.closed
              .upsert(PORTAL)
              .add({ keys: [was.DealerKey] })
              .where(open)
              .commit()
          : to.closed
              .update(PORTAL)
              .delete({ keys: [was.DealerKey] })
              .where(open)
              .commit(),
      ],
    );
    return { ...was, DealerStatus, version };
  },

  /** Stores the dealer's account in the reporting system. A known customer number is not replaced by an unknown one. */
  async keepReportingAccount(
    scope: Scope,
    was: DealerRecord,
    reportingAccount: ReportingAccount,
    now: number,
  ): Promise<DealerRecord> {
    const { DealerKey } = was;
    const states = { before: { reportingAccount: was.reportingAccount ?? null }, after: { reportingAccount } };
    const refusal = await tryChange(
      {
        entities,
        audit: auditEntry(scope, { ...dealerObject(was), action: 'set up reporting account', ...states }, now),
      },
      (to) => {
        const patch = to.dealer.patch({ DealerKey }).set({ reportingAccount });
        return [
          reportingAccount.customerId === null
            ? patch.where((dealer, { notExists }) => notExists(dealer.reportingAccount)).commit()
            : patch.commit(),
        ];
      },
    );
    if (!refusal) return { ...was, reportingAccount };
    const { data } = await DealerEntity.get({ DealerKey }).go({ consistent: true });
    if (data?.reportingAccount) return data;
    throw new AppError('CONFLICT', CHANGED_MEANWHILE);
  },
};

const entities = {
  dealer: DealerEntity,
  name: DealerNameEntity,
  code: BillingCodeEntity,
  lookup: DealerLookupEntity,
  move: DealerMoveEntity,
  tree: DealerTreeEntity,
  closed: ClosedDealersEntity,
};

/** The writes of a change of a dealer: its name and its billing code, if they change, the dealer, and what it is found by. */
function changeWrites(
  to: TransactWriteEntities<typeof entities>,
  was: DealerRecord,
  next: DealerRecord,
  reserved: readonly ReservedName[],
) {
  // Only keepReportingAccount writes the reporting account.
  const { DealerKey, tree: _tree, reportingAccount: _account, ...values } = next as DealerItem;
  const patch = to.dealer.patch({ DealerKey }).set(values);
  const losesParent = next.DealerParent === undefined && was.DealerParent !== undefined;
  const lookups = { was: dealerLookupsOf(was), next: dealerLookupsOf(next) };
  return [
    ...(isRenamed(was, next)
      ? [
          refusedAs('nameTaken', to.name.create(reservedNameKey(next)).commit()),
          ...reserved.map((name) => to.name.delete(name).commit()),
        ]
      : []),
    ...codeWrites(to, was, next),
    (losesParent ? patch.remove(['DealerParent']) : patch)
      .where((item, operations) => {
        const version = versionIs(was.version)(item, operations);
        return `${version} AND ${operations.eq(item.dealerPath, was.dealerPath)}`;
      })
      .commit(),
    ...without(lookups.next, lookups.was).map((lookup) => to.lookup.put(lookup).commit()),
    ...without(lookups.was, lookups.next).map((lookup) => to.lookup.delete(lookup).commit()),
  ];
}

/** Reserves the billing code of `next` in place of that of `was`. */
function codeWrites(to: TransactWriteEntities<typeof entities>, was: DealerRecord | undefined, next: DealerRecord) {
  const [old, wanted] = [was && reservedCodeOf(was), reservedCodeOf(next)];
  if (old?.code === wanted?.code) return [];
  return [
    ...(wanted ? [refusedAs('codeTaken', to.code.create(wanted).commit())] : []),
    ...(old ? [to.code.delete(old).commit()] : []),
  ];
}

const isRenamed = (was: DealerRecord, next: DealerRecord) =>
  JSON.stringify(reservedNameKey(was)) !== JSON.stringify(reservedNameKey(next));

const namesToFree = async (was: DealerRecord, next: DealerRecord) => (isRenamed(was, next) ? reservedNamesOf(was) : []);

const entriesOf = (scope: Scope, was: DealerRecord, next: DealerRecord, now: number) =>
  dealerChangesOf(was, next).map((one) => auditEntry(scope, one, now));

/** The fields of a change that have a value; the others stay as they are. */
const definedFields = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
