import { AppError } from '#core/errors.ts';
import type { OrderRecord } from '#core/orders/order.ts';
import { covers, type Scope } from '#core/scope.ts';
import { haveSameID, IDENTITY_FIELDS, type Identity, identityOf } from '#core/unit-configuration/identity.ts';
import { fullUnitID } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { auditEntry } from '../audit/audit.ts';
import { dealerSettingsStore } from '../dealer-settings/dealer-settings.ts';
import { change } from '../kit/change.ts';
import { inTurn, type Turn, turnEntities, turnRefused } from '../kit/turns.ts';
import { lookupKeyOf, lookupsOf, UnitLookupEntity } from '../units/unit-lookups.ts';
import { UnitEntity } from '../units/units.ts';
import { othersWithID, requireOwnID } from './same-id.ts';

const entities = { unit: UnitEntity, lookup: UnitLookupEntity, ...turnEntities };
const CHANGED = 'Somebody else changed the unit meanwhile';
const BUSY = 'Others give this unit ID right now. Try again in a moment';

/** The most units that a turn of a unit ID remembers: those that got it last. */
const REMEMBERED = 20;

/**
 * Saves the identity, with the lookups that find the unit by it. CONFLICT if the stored unit is not the one that was edited, or if it gets an ID that
 * another unit of the scope has. `agreed`: a person wants that duplicate. `order`: the order that gives the ID.
 */
export async function saveIdentity(
  scope: Scope,
  was: UnitRecord,
  { old, next, agreed = false, order }: { old: Identity; next: Identity; agreed?: boolean; order?: OrderRecord },
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
  const about = { objectKind: 'unit', objectId: UnitSerNum, dealerKey: DealerKey } as const;
  const auditOf = (isAgreed: boolean) => {
    const after = { ...only(next), ...(isAgreed && { duplicateAgreed: true }) };
    return auditEntry(scope, { ...about, action: 'change unit', before: only(stored), after }, now);
  };
  const refused = { changed: CHANGED, ...turnRefused };
  const write = (turn?: Turn, isAgreed = false) =>
    change({ entities, audit: auditOf(isAgreed), about: was, refused }, (to) => [
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
      ...(turn ? [turn.write(to, [...turn.members, memberOf(was)].slice(-REMEMBERED))] : []),
    ]);
  if (next.UnitID === '' || haveSameID(stored, next)) return write();
  const set = `unit ID ${fullUnitID(next).toUpperCase()}`;
  const giveInTurn = async (turn: Turn) => {
    const named = { ...next, UnitSerNum };
    const also = membersIn(scope, turn.members);
    if (!agreed) await requireOwnID(scope, named, { also, order });
    await write(turn, agreed && (await othersWithID(scope, named, also)).length > 0);
  };
  await inTurn({ set, busy: BUSY }, giveInTurn, now);
}

/** A turn remembers each unit with the dealer that it had, so that nobody's request takes longer because a unit of a foreign dealer has the ID. */
const memberOf = ({ dealerPath, UnitSerNum }: UnitRecord): string => dealerPath + UnitSerNum;

const membersIn = (scope: Scope, members: readonly string[]): string[] =>
  members.filter((member) => covers(scope, member)).map((member) => member.slice(member.lastIndexOf('/') + 1));

const keyText = (lookup: Parameters<typeof lookupKeyOf>[0]) => JSON.stringify(lookupKeyOf(lookup));

/** A dealer can restrict its Line IDs to a list. */
async function requireAllowed({ DealerKey }: UnitRecord, UnitLineID: string): Promise<void> {
  const { RestrictLineIDList, UseRestrictLineID } = await dealerSettingsStore.lists(DealerKey);
  if (UseRestrictLineID === 0 || UnitLineID === '' || RestrictLineIDList.includes(UnitLineID)) return;
  const message = 'The dealer of the unit does not use this Line ID';
  throw new AppError('INVALID', message, [{ path: 'UnitLineID', message }]);
}
