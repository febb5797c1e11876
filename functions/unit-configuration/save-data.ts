import { HIDES_CUSTOMERS } from '#core/access.ts';
import { AppError } from '#core/errors.ts';
import { isEqual } from '#core/is-equal.ts';
import { nextReminders } from '#core/reminders/next-reminders.ts';
import type { Scope } from '#core/scope.ts';
import { DEACTIVATION_ACKNOWLEDGEMENTS } from '#core/sims/deactivation.ts';
import { identityOf } from '#core/unit-configuration/identity.ts';
import { namesReminder, type UnitData, unsavedFields, wantedIdentity } from '#core/unit-configuration/unit-data.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { remindersOf } from '#data/reminders/reminder-entity.ts';
import { simDeactivationStore } from '#data/sims/sim-deactivations.ts';
import { setSwitches } from '#data/unit-actions/set-switches.ts';
import { saveIdentity } from '#data/unit-configuration/identity.ts';
import { requireSavable, saveConfiguration, type WantedConfiguration } from '#data/unit-configuration/save.ts';
import { unitStore } from '#data/units/units.ts';
import { markForDeactivation, requireMarkable } from '../sims/mark.ts';

/**
 * Saves the data of a unit: each part with the checks, the conditions and the audit entry of its own call. The identity is saved first, because it can be refused as a
 * duplicate. What can be known before is refused before anything is stored. If a later part is refused nevertheless, those before it stay.
 */
export async function saveData(
  scope: Scope,
  unit: UnitRecord,
  {
    Unit,
    OldUnit,
    duplicateAgreed,
    UnitDetailTable,
    DeactivateOnStartUpICCID,
    ...wanted
  }: UnitData & WantedConfiguration,
  now: number,
): Promise<void> {
  const { UnitSerNum } = unit;
  const stored = identityOf(unit);
  const { next, issues } = wantedIdentity(stored, Unit);
  const assignsProfile = wanted.newTemplateKey !== undefined || wanted.newName !== undefined;
  const reminders = namesReminder(UnitDetailTable, now) ? nextReminders(await remindersOf(UnitSerNum)) : {};
  const ofIdentity = issues.map(({ path, message }) => ({ path: `Unit.${path}`, message }));
  const refused = [
    ...ofIdentity,
    ...unsavedFields(seenBy(scope, unit), { Unit, UnitDetailTable, assignsProfile }, reminders, now),
  ];
  if (refused.length > 0) throw new AppError('INVALID', 'Some fields cannot be saved', refused);
  // What would be refused later is refused before anything is stored.
  await requireSavable(scope, unit, wanted);
  // A mark as it was loaded stays, with the command on which it depends.
  const toMark =
    (await simDeactivationStore.get(unit))?.iccid === DeactivateOnStartUpICCID ? undefined : DeactivateOnStartUpICCID;
  if (toMark) await requireMarkable(unit, toMark);
  const read = () => unitStore.get(scope, UnitSerNum);
  const renamed = !isEqual(next, stored);
  if (renamed) await saveIdentity(scope, unit, { old: { ...stored, ...OldUnit }, next, agreed: duplicateAgreed }, now);
  await saveConfiguration(scope, renamed ? await read() : unit, wanted, now);
  const { AllowSMSConnect } = UnitDetailTable ?? {};
  if (AllowSMSConnect !== undefined) await setSwitches(scope, await read(), 'allow SMS', { AllowSMSConnect }, now);
  if (toMark) await markForDeactivation(scope, await read(), toMark, DEACTIVATION_ACKNOWLEDGEMENTS);
}

/** The unit without what HIDE_CUSTOMER hides: a refusal must not tell whether a guess is right. */
const seenBy = (scope: Scope, unit: UnitRecord): UnitRecord =>
  scope.flags.includes(HIDES_CUSTOMERS) ? { ...unit, vitalsPatient: undefined, vitalsPortal: undefined } : unit;
