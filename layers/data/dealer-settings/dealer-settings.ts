import { Entity } from 'electrodb';
import type { AuditAction } from '#core/audit/kinds.ts';
import {
  type DealerAccount,
  type DealerLists,
  type DealerSettings,
  FIRST_ACCOUNT,
  FIRST_LISTS,
} from '#core/dealer-settings/settings.ts';
import type { DealerRecord } from '#core/dealers/dealer-record.ts';
import { USUAL_RULES } from '#core/dealers/rules.ts';
import { isEqual } from '#core/is-equal.ts';
import type { Scope } from '#core/scope.ts';
import { auditEntry } from '../audit/audit.ts';
import { dealerObject } from '../dealers/dealer-audit.ts';
import { DealerEntity, dealerStore } from '../dealers/dealers.ts';
import { requiredNumber } from '../kit/attributes.ts';
import { getAll } from '../kit/batch.ts';
import { change, RETRY, retry } from '../kit/change.ts';
import { type Operations, versionIs } from '../kit/conditions.ts';
import type { By } from '../kit/grounds.ts';
import { at, primary } from '../kit/table.ts';

/** The lists of a dealer. */
export const DealerListsEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'dealerLists', version: '1' },
    attributes: {
      DealerKey: requiredNumber,
      /** `DealerLists` of the core. */
      lists: { type: 'any', required: true },
      version: requiredNumber,
    },
    indexes: { dealerLists: primary(['DealerKey'], []) },
  },
  at,
);

/** True if the dealer requires that units prove their identity. */
export const mustProve = (stored: { lists?: unknown } | undefined): boolean =>
  (stored?.lists as Partial<DealerLists> | undefined)?.UnitsMustProve === 1;

/** The settings of a dealer, and the version that was read. */
export interface ReadSettings {
  dealer: DealerRecord;
  settings: DealerSettings;
  listsVersion: number | undefined;
}

const accountOf = (dealer: DealerRecord): DealerAccount => {
  const account = Object.fromEntries(
    Object.entries(FIRST_ACCOUNT).map(([field, usual]) => [field, dealer[field as keyof DealerRecord] ?? usual]),
  ) as unknown as DealerAccount;
  // Each sign-out reads this address, so it is an attribute of the dealer.
  const { signOutAddress = USUAL_RULES.signOutAddress } = dealer;
  return { ...account, Rules: { ...USUAL_RULES, ...account.Rules, signOutAddress } };
};

export const dealerSettingsStore = {
  /** All settings of the dealer; NOT_FOUND if it is outside the scope. */
  async get(scope: Pick<Scope, 'dealerPath'>, DealerKey: number): Promise<ReadSettings> {
    const [dealer, { data }] = await Promise.all([
      dealerStore.get(scope, DealerKey),
      DealerListsEntity.get({ DealerKey }).go({ consistent: true }),
    ]);
    const lists: DealerLists = { ...FIRST_LISTS, ...data?.lists };
    return { dealer, settings: { account: accountOf(dealer), lists }, listsVersion: data?.version };
  },

  /** Only the lists, for background work. */
  async lists(DealerKey: number): Promise<DealerLists> {
    const { data } = await DealerListsEntity.get({ DealerKey }).go();
    return { ...FIRST_LISTS, ...data?.lists };
  },

  /** True if one of the dealers requires that units prove their identity. */
  async requireProof(dealerKeys: readonly number[]): Promise<boolean> {
    const stored = await getAll(
      DealerListsEntity,
      dealerKeys.map((DealerKey) => ({ DealerKey })),
    );
    return stored.some(mustProve);
  },

  /**
   * Changes the settings of the scope's dealer by a rule. If somebody else changed them meanwhile, the rule is applied to the new
   * settings. `by` is the scope again if the change gives or takes rights.
   */
  change: (
    scope: Scope,
    action: AuditAction,
    rule: (settings: DealerSettings) => DealerSettings,
    now: number,
    by?: By,
  ): Promise<ReadSettings> =>
    retry('Others change these settings right now. Try again in a moment', async () => {
      const was = await dealerSettingsStore.get(scope, scope.dealerKey);
      const next = rule(was.settings);
      const states = difference(was.settings, next);
      if (Object.keys(states.after).length === 0) return was;
      await write(scope, was, next, { action, ...states }, now, by);
      return dealerSettingsStore.get(scope, scope.dealerKey);
    }),
};

/** Writes the differences. RETRY if the dealer or its lists have changed since they were read. */
async function write(
  scope: Scope,
  { dealer, settings, listsVersion }: ReadSettings,
  next: DealerSettings,
  entry: { action: AuditAction; before: object; after: object },
  now: number,
  by: By | undefined,
): Promise<void> {
  const { DealerKey } = dealer;
  const account = difference({ account: settings.account }, { account: next.account }).after;
  const listsDiffer = Object.keys(difference({ lists: settings.lists }, { lists: next.lists }).after).length > 0;
  const { MainContact, Rules, ...values } = account as Partial<DealerAccount>;
  await change(
    {
      entities: { dealer: DealerEntity, lists: DealerListsEntity },
      audit: auditEntry(scope, { ...dealerObject(dealer), ...entry }, now),
      by,
      refused: { changed: RETRY },
    },
    (to) => {
      const patch = to.dealer.patch({ DealerKey }).set({
        ...values,
        ...(MainContact && { MainContact }),
        ...(Rules && { Rules, signOutAddress: Rules.signOutAddress }),
        version: (dealer.version ?? 0) + 1,
      });
      return [
        ...(Object.keys(account).length > 0
          ? [(MainContact === null ? patch.remove(['MainContact']) : patch).where(isAsRead(dealer)).commit()]
          : []),
        ...(listsDiffer
          ? [
              to.lists
                .put({ DealerKey, lists: next.lists, version: (listsVersion ?? 0) + 1 })
                .where(versionIs(listsVersion))
                .commit(),
            ]
          : []),
      ];
    },
  );
}

/** The condition that the dealer has the version and the place that it was read with. A dealer that is taken along by a move keeps its version. */
const isAsRead =
  (was: DealerRecord) =>
  (dealer: { version: number; dealerPath: string }, operations: Operations): string =>
    `${versionIs(was.version)(dealer, operations)} AND ${operations.eq(dealer.dealerPath, was.dealerPath)}`;

/** The fields in which two states differ, before and after. */
function difference(was: object, next: object): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const flat = (state: object) => Object.assign({}, ...Object.values(state)) as Record<string, unknown>;
  const [before, after] = [flat(was), flat(next)];
  const fields = Object.keys(after).filter((field) => !isEqual(before[field], after[field]));
  const of = (state: Record<string, unknown>) => Object.fromEntries(fields.map((field) => [field, state[field]]));
  return { before: of(before), after: of(after) };
}
