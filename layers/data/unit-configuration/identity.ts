import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { IDENTITY_FIELDS, type Identity, identityOf } from '#core/unit-configuration/identity.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { auditEntry } from '../audit/audit.ts';
import { dealerSettingsStore } from '../dealer-settings/dealer-settings.ts';
import { change } from '../kit/change.ts';
import { lookupKeyOf, lookupsOf, UnitLookupEntity } from '../units/unit-lookups.ts';
import { UnitEntity } from '../units/units.ts';

const entities = { unit: UnitEntity, lookup: UnitLookupEntity };
const CHANGED = 'Somebody else changed the unit meanwhile';

/** Saves the identity, with the lookups that find the unit by it. CONFLICT if the stored unit is not the one that was edited. */
export async function saveIdentity(
  scope: Scope,
  was: UnitRecord,
  { old, next }: { old: Identity; next: Identity },
  now: number,
): Promise<void> {
  const stored = identityOf(was);
  const changed = IDENTITY_FIELDS.filter((field) => stored[field] !== next[field]);
  if (IDENTITY_FIELDS.some((field) => stored[field] !== old[field])) throw new AppError('CONFLICT', CHANGED);
  if (changed.length === 0) return;
  if (changed.includes('UnitLineID')) await requireAllowed(was, next.UnitLineID);
  const { UnitSerNum, DealerKey, dealerPath } = was;
  const lookups = { was: lookupsOf(was), next: lookupsOf({ ...was, ...next }) };
  const kept = new Set(lookups.next.map(keyText));
  const known = new Set(lookups.was.map(keyText));
  const only = (fields: Identity) => Object.fromEntries(changed.map((field) => [field, fields[field]]));
  const audit = auditEntry(
    scope,
    {
      objectKind: 'unit',
      objectId: UnitSerNum,
      dealerKey: DealerKey,
      action: 'change unit',
      before: only(stored),
      after: only(next),
    },
    now,
  );
  await change({ entities, audit, about: was, refused: { changed: CHANGED } }, (to) => [
    to.unit
      .patch({ UnitSerNum })
      .set(next)
      .where((unit, { eq }) =>
        [...IDENTITY_FIELDS.map((field) => eq(unit[field], stored[field])), eq(unit.dealerPath, dealerPath)].join(
          ' AND ',
        ),
      )
      .commit(),
    ...lookups.next.filter((one) => !known.has(keyText(one))).map((one) => to.lookup.put(one).commit()),
    ...lookups.was.filter((one) => !kept.has(keyText(one))).map((one) => to.lookup.delete(lookupKeyOf(one)).commit()),
  ]);
}

const keyText = (lookup: Parameters<typeof lookupKeyOf>[0]) => JSON.stringify(lookupKeyOf(lookup));

/** A dealer can restrict its Line IDs to a list. */
async function requireAllowed({ DealerKey }: UnitRecord, UnitLineID: string): Promise<void> {
  const { RestrictLineIDList, UseRestrictLineID } = await dealerSettingsStore.lists(DealerKey);
  if (UseRestrictLineID === 0 || UnitLineID === '' || RestrictLineIDList.includes(UnitLineID)) return;
  const message = 'The dealer of the unit does not use this Line ID';
  throw new AppError('INVALID', message, [{ path: 'UnitLineID', message }]);
}
