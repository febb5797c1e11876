import { isUnworn } from '#core/demo-units/demo-status.ts';
import { AppError } from '#core/errors.ts';
import { vitals } from '#core/vitals/contract.ts';
import { findPatients, isSamePatient } from '#core/vitals/patient.ts';
import { readLinkedUnit, saveVitalsLink, vitalsLinkOf } from '#data/vitals/vitals-link.ts';
import { vitalsSource } from '#platform/aws/vitals.ts';
import { serve } from '#platform/http/serve.ts';

export const handler = serve(vitals, {
  async patients({ input: { UnitSerNum, search = '' }, scope }) {
    const { unit, customer } = await readLinkedUnit(scope, UnitSerNum);
    const { patients, unreadable } = await (await vitalsSource()).patients(unit.DealerKey);
    return { ...findPatients(patients, search), unreadable, customer };
  },

  async linkPatient({ input: { UnitSerNum, id, portalName, remove, customer }, scope }) {
    const was = await readLinkedUnit(scope, UnitSerNum);
    const { unit } = was;
    const stored = vitalsLinkOf(unit);
    const isLinked = isSamePatient({ id, portalName }, { id: stored.vitalsPatient, portalName: stored.vitalsPortal });
    if (remove) {
      if (!isLinked) throw new AppError('CONFLICT', 'The unit is not linked to this patient');
      await saveVitalsLink(scope, was, undefined, Date.now());
      return { UnitSerNum, vitalsPatient: '', vitalsPortal: '' };
    }
    if (isUnworn(unit.UnitStatus))
      throw new AppError('CONFLICT', 'Nobody wears the unit, so it cannot be linked to a patient');
    if (customer !== undefined && customer !== was.customer)
      throw new AppError('CONFLICT', 'The unit has another customer now. Choose the patient again');
    const link = { vitalsPatient: id, vitalsPortal: portalName };
    if (isLinked) return { UnitSerNum, ...link };
    // Only a patient of the unit's own dealer: whoever guesses an id links nobody.
    const { patients } = await (await vitalsSource()).patients(unit.DealerKey);
    if (!patients.some((one) => isSamePatient(one, { id, portalName }))) {
      const message = 'There is no such patient';
      throw new AppError('INVALID', message, [{ path: 'id', message }]);
    }
    await saveVitalsLink(scope, was, link, Date.now());
    return { UnitSerNum, ...link };
  },
});
