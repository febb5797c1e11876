import { ACTIONS } from '#core/severity.ts';
import type { Unit } from '#core/units/unit.ts';

/** The question before the reporting of a unit is switched to `Report`. */
export const reportingQuestion = ({ UnitSerNum, Report }: Pick<Unit, 'UnitSerNum' | 'Report'>) =>
  Report === 1
    ? {
        title: `Switch on the reporting of ${UnitSerNum}?`,
        consequence: 'What the unit sends is passed on again.',
        actionLabel: 'Switch reporting on',
        ...ACTIONS.switchReportingOn,
        silenceKey: 'unit-reporting',
      }
    : {
        title: `Switch off the reporting of ${UnitSerNum}?`,
        consequence: 'What the unit sends is no longer passed on until reporting is switched on again.',
        actionLabel: 'Switch reporting off',
        ...ACTIONS.switchReportingOff,
        silenceKey: 'unit-reporting',
      };

export const REPORTING_FAILED = 'Failed to update reporting, please try again';
