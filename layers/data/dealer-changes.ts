import { createWriteTransaction } from 'electrodb';
import {
  type DealerChange,
  type DealerInput,
  NEW_DEALER_STATUS,
  OFFICE_FIELDS,
  type ReportingAccount,
} from '#core/dealers/dealer.ts';
import { NAME_TAKEN } from '#core/dealers/edit.ts';
import { pathUnder, ROOT_DEALER } from '#core/dealers/tree.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { AuditEntity, auditEntry, type Change } from './audit.ts';
import { committed, refusedAt, requireCommitted } from './conditions.ts';
import { nextNumber } from './counters.ts';
import { DealerMoveEntity, DealerTreeEntity, newMove, TREE } from './dealer-moves.ts';
import { DealerEntity, DealerNameEntity, heldName, type StoredDealer } from './dealers.ts';

/** The keys of dealers that the portal creates come after these. */
const KEYS_BEFORE = 10_000;
const MOST_TRIES = 10;
const MOVED_MEANWHILE = 'The parent was moved meanwhile. Try again in a moment';
const CHANGED_MEANWHILE = 'Somebody else changed the dealer meanwhile';
const MOVE_UNDER_WAY = 'Another dealer is still being moved. Try again in a few minutes';

const nameTaken = () => new AppError('CONFLICT', NAME_TAKEN, [{ path: 'DealerName', message: NAME_TAKEN }]);

/** The version that an entity's item has, on the condition of a write; items of before there were versions have none. */
export const versionIs =
  (version: number | undefined) =>
  (
    item: { version: unknown },
    { eq, notExists }: { eq: (name: never, value: never) => string; notExists: (name: never) => string },
  ) =>
    version === undefined ? notExists(item.version as never) : eq(item.version as never, version as never);

export const dealerChangeStore = {
  /** Creates a dealer below `parent` (null: none), in status 3. CONFLICT where a sibling has the name, or the parent moved meanwhile. */
  async create(scope: Scope, input: DealerInput, parent: StoredDealer | null, now: number): Promise<StoredDealer> {
    for (let tries = 1; ; tries++) {
      const DealerKey = KEYS_BEFORE + (await nextNumber('dealer'));
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
        createWriteTransaction({ dealer: DealerEntity, name: DealerNameEntity, audit: AuditEntity }, (entities) => [
          entities.dealer.create(dealer).commit(),
          entities.name.create(heldName(dealer)).commit(),
          entities.audit.create(auditEntry(scope, change, now)).commit(),
          ...(parent
            ? [
                entities.dealer
                  .check({ DealerKey: parent.DealerKey })
                  .where(({ dealerPath }, { eq }) => eq(dealerPath, parent.dealerPath))
                  .commit(),
              ]
            : []),
        ]).go(),
      );
      if (!result.canceled) return dealer;
      if (refusedAt(result, 1)) throw nameTaken();
      if (refusedAt(result, 3)) throw new AppError('CONFLICT', MOVED_MEANWHILE);
      // A key that an imported dealer has: the next one.
      if (tries === MOST_TRIES || !refusedAt(result, 0)) throw new AppError('CONFLICT', 'The dealer was not created');
    }
  },

  /**
   * Changes a dealer. Where that gives it another place in the tree, the dealer stands there at once and what lies below follows in
   * the background, one move of the tree at a time. `parent` is undefined where it stays, null for none.
   */
  async update(
    scope: Scope,
    was: StoredDealer,
    change: Omit<DealerChange, 'DealerKey' | 'DealerParent'>,
    parent: StoredDealer | null | undefined,
    now: number,
  ): Promise<StoredDealer> {
    const dealerPath = parent === undefined ? was.dealerPath : pathUnder(parent, was.DealerKey);
    const { DealerParent, ...rest } = { ...was, ...told(change), dealerPath, version: (was.version ?? 0) + 1 };
    const key = parent === undefined ? DealerParent : parent?.DealerKey;
    const next: StoredDealer = { ...rest, ...(key !== undefined && { DealerParent: key }) };
    const { DealerKey: _key, tree: _tree, ...values } = next;
    const move =
      dealerPath === was.dealerPath
        ? undefined
        : newMove({ DealerKey: was.DealerKey, from: was.dealerPath, to: dealerPath }, scope.userName, now);
    const renamed = held(was) !== held(next);
    const [entry, ...sides] = changeEntries(was, next).map((change) => auditEntry(scope, change, now));
    const result = await committed(() =>
      createWriteTransaction(
        {
          dealer: DealerEntity,
          name: DealerNameEntity,
          audit: AuditEntity,
          move: DealerMoveEntity,
          tree: DealerTreeEntity,
        },
        (entities) => {
          const patch = entities.dealer.patch({ DealerKey: was.DealerKey }).set(values);
          return [
            (next.DealerParent === undefined && was.DealerParent !== undefined ? patch.remove(['DealerParent']) : patch)
              .where((item, operations) => {
                const version = versionIs(was.version)(item, operations as never);
                return `${version} AND ${operations.eq(item.dealerPath, was.dealerPath)}`;
              })
              .commit(),
            entities.audit.create(entry!).commit(),
            ...(renamed
              ? [entities.name.create(heldName(next)).commit(), entities.name.delete(heldName(was)).commit()]
              : []),
            ...(move
              ? [
                  entities.move.create(move).commit(),
                  entities.tree.create({ ...TREE, moveId: move.moveId }).commit(),
                  ...(parent
                    ? [
                        entities.dealer
                          .check({ DealerKey: parent.DealerKey })
                          .where((item, { eq }) => eq(item.dealerPath, parent.dealerPath))
                          .commit(),
                      ]
                    : []),
                ]
              : []),
            ...sides.map((side) => entities.audit.create(side).commit()),
          ];
        },
      ).go(),
    );
    const [nameAt, moveAt] = [2, renamed ? 4 : 2];
    if (renamed && refusedAt(result, nameAt)) throw nameTaken();
    if (move && refusedAt(result, moveAt + 1)) throw new AppError('CONFLICT', MOVE_UNDER_WAY);
    if (move && refusedAt(result, moveAt + 2)) throw new AppError('CONFLICT', MOVED_MEANWHILE);
    requireCommitted(result, CHANGED_MEANWHILE);
    return next;
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

const held = (dealer: StoredDealer) => JSON.stringify(heldName(dealer));

/** What a change says, without what it leaves as it is. */
const told = (change: object) => Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

const AUDITED = ['DealerName', 'DealerBillingCode', ...OFFICE_FIELDS] as const;

/**
 * The audit of a change. A dealer takes its own entries along wherever it is moved to, so they do not say where it stood: that is
 * told to the side that it left and to the side that it came to, each its own part.
 */
function changeEntries(was: StoredDealer, next: StoredDealer): Change[] {
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
