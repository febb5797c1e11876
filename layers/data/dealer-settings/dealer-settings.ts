import { createWriteTransaction, Entity } from 'electrodb';
import { alike } from '#core/alike.ts';
import {
  type DealerAccount,
  type DealerLists,
  type DealerSettings,
  FIRST_ACCOUNT,
  FIRST_LISTS,
} from '#core/dealer-settings/settings.ts';
import { USUAL_RULES } from '#core/dealers/rules.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { AuditEntity, auditEntry } from '../audit/audit.ts';
import { versionIs } from '../dealers/dealer-changes.ts';
import { DealerEntity, dealerStore, type StoredDealer } from '../dealers/dealers.ts';
import { requiredNumber } from '../kit/attributes.ts';
import { committed } from '../kit/conditions.ts';
import { at, primary } from '../kit/table.ts';

/** The lists of a dealer. */
export const DealerListsEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'dealerLists', version: '1' },
    attributes: {
      DealerKey: requiredNumber,
      /** DealerLists of the core, as they stand. */
      lists: { type: 'any', required: true },
      version: requiredNumber,
    },
    indexes: { dealerLists: primary(['DealerKey'], []) },
  },
  at,
);

/** The settings of a dealer as they are, and which state of them that is. */
export interface ReadSettings {
  dealer: StoredDealer;
  settings: DealerSettings;
  listsVersion: number | undefined;
}

/** So many people change one dealer's settings at once, and each in turn. */
const MOST_TRIES = 8;

const accountOf = (dealer: StoredDealer): DealerAccount => {
  const account = Object.fromEntries(
    Object.entries(FIRST_ACCOUNT).map(([field, usual]) => [field, dealer[field as keyof StoredDealer] ?? usual]),
  ) as unknown as DealerAccount;
  // Where sessions end is asked with every sign-out, so it stands on the dealer by itself.
  const { signOutAddress = USUAL_RULES.signOutAddress } = dealer;
  return { ...account, Rules: { ...USUAL_RULES, ...account.Rules, signOutAddress } };
};

export const dealerSettingsStore = {
  /** Everything that the dealer sets for itself; NOT_FOUND where it lies outside the scope. */
  async get(scope: Pick<Scope, 'dealerPath'>, DealerKey: number): Promise<ReadSettings> {
    const [dealer, { data }] = await Promise.all([
      dealerStore.get(scope, DealerKey),
      DealerListsEntity.get({ DealerKey }).go({ consistent: true }),
    ]);
    const lists: DealerLists = { ...FIRST_LISTS, ...data?.lists };
    return { dealer, settings: { account: accountOf(dealer), lists }, listsVersion: data?.version };
  },

  /** Only the lists, for what happens by itself. */
  async lists(DealerKey: number): Promise<DealerLists> {
    const { data } = await DealerListsEntity.get({ DealerKey }).go();
    return { ...FIRST_LISTS, ...data?.lists };
  },

  /**
   * Changes the settings of the scope's dealer by a rule, on the condition that they still are what the rule saw. Where somebody
   * else was faster the rule is asked again with what is so now, and says what is to be said of it.
   */
  async change(
    scope: Scope,
    action: string,
    rule: (settings: DealerSettings) => DealerSettings,
    now: number,
  ): Promise<ReadSettings> {
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      const was = await this.get(scope, scope.dealerKey);
      const next = rule(was.settings);
      const changed = difference(was.settings, next);
      if (Object.keys(changed.after).length === 0) return was;
      if (await write(scope, was, next, { action, ...changed }, now)) return this.get(scope, scope.dealerKey);
    }
    throw new AppError('CONFLICT', 'Others change these settings right now. Try again in a moment');
  },
};

/** Writes what differs, and the audit entry with it; false where either part is no longer what was read. */
async function write(
  scope: Scope,
  { dealer, settings, listsVersion }: ReadSettings,
  next: DealerSettings,
  change: { action: string; before: unknown; after: unknown },
  now: number,
): Promise<boolean> {
  const { DealerKey } = dealer;
  const account = difference({ account: settings.account }, { account: next.account }).after;
  const listsDiffer = Object.keys(difference({ lists: settings.lists }, { lists: next.lists }).after).length > 0;
  const { MainContact, Rules, ...values } = account as Partial<DealerAccount>;
  const entry = { objectKind: 'dealer' as const, objectId: String(DealerKey), dealerKey: DealerKey, ...change };
  const result = await committed(() =>
    createWriteTransaction({ dealer: DealerEntity, lists: DealerListsEntity, audit: AuditEntity }, (entities) => {
      const patch = entities.dealer.patch({ DealerKey }).set({
        ...values,
        ...(MainContact && { MainContact }),
        ...(Rules && { Rules, signOutAddress: Rules.signOutAddress }),
        version: (dealer.version ?? 0) + 1,
      });
      return [
        entities.audit.create(auditEntry(scope, entry, now)).commit(),
        ...(Object.keys(account).length > 0
          ? [(MainContact === null ? patch.remove(['MainContact']) : patch).where(versionIs(dealer.version)).commit()]
          : []),
        ...(listsDiffer
          ? [
              entities.lists
                .put({ DealerKey, lists: next.lists, version: (listsVersion ?? 0) + 1 })
                .where(versionIs(listsVersion))
                .commit(),
            ]
          : []),
      ];
    }).go(),
  );
  return !result.canceled;
}

/** The fields in which two states differ, before and after. */
function difference(was: object, next: object): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const flat = (state: object) => Object.assign({}, ...Object.values(state)) as Record<string, unknown>;
  const [before, after] = [flat(was), flat(next)];
  const fields = Object.keys(after).filter((field) => !alike(before[field], after[field]));
  const of = (state: Record<string, unknown>) => Object.fromEntries(fields.map((field) => [field, state[field]]));
  return { before: of(before), after: of(after) };
}
