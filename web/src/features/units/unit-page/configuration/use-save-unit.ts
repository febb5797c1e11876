import { AppError } from '#core/errors.ts';
import { ACTIONS } from '#core/severity.ts';
import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import { units } from '#core/units/contract.ts';
import { fullUnitID, type Unit } from '#core/units/unit.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { call } from '#web/lib/api/api.ts';
import { useReadAgain } from '#web/lib/api/use-read-again.ts';
import { showFailureUnder, showSuccess } from '#web/lib/messages/show.ts';
import { desiredIn, pathModelOf } from './desired.ts';
import type { UnitDraft } from './use-unit-draft.ts';

/**
 * Saves the identity, then the configuration; with a name, as a new profile that the unit uses. Returns false if the person did not confirm a
 * duplicate. After a conflict, what others saved is loaded again, and the edited copy stays.
 */
export function useSaveUnit(unit: Unit, { version, desired, identity }: UnitDraft) {
  const confirm = useConfirm();
  const readAgain = useReadAgain();
  const { UnitSerNum } = unit;
  const reread = () => readAgain(units.get, unitConfiguration.get, unitConfiguration.syncQueue);

  const saveIdentity = async (duplicateAgreed: boolean) => {
    await call(unitConfiguration.saveUnit, { UnitSerNum, old: identity.base, duplicateAgreed, ...identity.content });
    identity.saved(identity.content);
    showSuccess('Database updated');
  };

  const saveDesired = async (newName: string | undefined) => {
    const { base, content } = desired;
    const newTemplateKey = content.isProfileChosen ? content.ProfileKey : undefined;
    const saved = await call(unitConfiguration.save, {
      model: pathModelOf(unit.UnitModel),
      UnitSerNum,
      revision: base.revision,
      newTabs: content.tabs,
      oldTabs: base.tabs,
      Events: content.Events,
      OldEvents: base.Events,
      unitFirmVer: version.UnitFirmVer,
      ...(newTemplateKey !== undefined && { newTemplateKey }),
      ...(newName !== undefined && { newName }),
    });
    desired.saved(desiredIn(saved, newName === undefined ? unit : { PTName: newName }));
    showSuccess('The Unit will update on the next ping!');
  };

  return async (newName: string | undefined): Promise<boolean> => {
    try {
      const isDuplicate = givesOtherID() && (await hasDuplicate());
      if (isDuplicate && !(await agreesToDuplicate())) return false;
      if (identity.edited) await saveIdentity(isDuplicate);
      if (desired.edited) await saveDesired(newName);
    } catch (error) {
      showFailureUnder('Failed to update unit', error);
      if (!(error instanceof AppError) || error.code !== 'CONFLICT' || isNameTaken(error)) throw error;
    } finally {
      await reread();
    }
    return true;
  };

  /** IDs that the unit has already were agreed to, or are older than the rules. */
  function givesOtherID(): boolean {
    const { base, content } = identity;
    return base.UnitLineID !== content.UnitLineID || base.UnitID !== content.UnitID;
  }

  async function hasDuplicate(): Promise<boolean> {
    const { UnitLineID, UnitID } = identity.content;
    // A path has no empty part.
    const [line, number] = [UnitLineID || ' ', UnitID || ' '];
    const { result } = await call(unitConfiguration.lookForDuplicateUnitID, { line, unit: number, UnitSerNum });
    return result === 'Duplicate';
  }

  function agreesToDuplicate(): Promise<boolean> {
    return confirm({
      title: `Give ${UnitSerNum} the ID of another unit?`,
      consequence: `Another unit has the Line ID and Unit ID ${fullUnitID(identity.content)} already.`,
      actionLabel: 'Save duplicate ID',
      ...ACTIONS.saveDuplicateUnitID,
    });
  }
}

/** The dialog stays open: the person chooses another name. */
const isNameTaken = ({ issues }: AppError) => issues.some(({ path }) => path === 'newName');
