import { CAREGIVER_TYPES } from '../../caregivers/caregiver.ts';
import { CARRIER_NAMES } from '../../sims/carrier.ts';
import { SIM_STATE } from '../../sims/sim-state.ts';
import { DESTROYED } from '../../units/unit.ts';
import type { UnitRecord } from '../../units/unit-record.ts';
import { type Facts, known, type Report, USUAL_DAYS, USUAL_PAGE_SIZES } from '../report.ts';

/** P3-E15, P3-E16, P3-E17. */
export const POWER_STATUSES = ['On & Off', 'Powered Off', 'Powered On'] as const;
export type PowerStatus = (typeof POWER_STATUSES)[number];
export const DEFAULT_POWER_STATUS: PowerStatus = 'Powered On';

/** Whether the unit is switched on, as its last ping said. A unit without a switch is on. */
const powerOf = ({ lastPing }: Pick<UnitRecord, 'lastPing'>): PowerStatus =>
  lastPing?.switchPosition === 'Off' ? 'Powered Off' : 'Powered On';

const byPower = (facts: Facts): string[] => [String(facts.power)];

const ofUnits = {
  time: 'Since',
  mode: 'present',
  keptDays: USUAL_DAYS,
  partsOf: byPower,
} as const;

/** P3-K09, P3-K17. */
const THOUSAND = { pageSizes: [10, 25, 50, 100, 1000], defaultPageSize: 1000 } as const;

export const badPowerModules: Report = {
  ...ofUnits,
  ...THOUSAND,
  name: 'badPowerModule',
  title: 'Bad power modules',
  description: 'Units that have external power, but report a low battery',
  path: '/reports/badPowerModule',
  columns: { power: { label: 'Power' }, chargedPercent: { label: 'Charge (%)', kind: 'number' } },
  ofUnit(unit) {
    const { lastPing, UnitStatus } = unit;
    if (UnitStatus === DESTROYED || !lastPing?.acPower || !lastPing.lowpower) return undefined;
    return known({ power: powerOf(unit), chargedPercent: lastPing.chargedPercent });
  },
};

export const failedToDownload: Report = {
  ...ofUnits,
  ...THOUSAND,
  name: 'failedToDownload',
  title: 'Failed to download',
  description: 'Units that gave up a download since their count was reset',
  path: '/reports/failedToDownload',
  columns: { power: { label: 'Power' }, failures: { label: 'Failures', kind: 'number' } },
  ofUnit: (unit) =>
    (unit.downloadFail ?? 0) > 0 && unit.UnitStatus !== DESTROYED
      ? { power: powerOf(unit), failures: unit.downloadFail! }
      : undefined,
};

export const pendingVoice: Report = {
  ...ofUnits,
  ...USUAL_PAGE_SIZES,
  name: 'pendingVoice',
  title: 'Pending voice activation',
  description: 'Units whose carrier has not activated voice calls yet',
  path: '/reports/vzwPendingVoice',
  columns: { power: { label: 'Power' }, carrier: { label: 'Carrier' }, iccid: { label: 'ICCID' } },
  ofUnit(unit) {
    const slot = ([1, 2] as const).find((one) => unit[`ICCID${one}State`] === SIM_STATE.provisioningVoice);
    if (slot === undefined || unit.UnitStatus === DESTROYED) return undefined;
    const carrier = unit[`ICCID${slot}Carrier`];
    return known({
      power: powerOf(unit),
      carrier: carrier === undefined ? undefined : CARRIER_NAMES[carrier],
      iccid: unit[`ICCID${slot}`],
    });
  },
};

/** Its rows come from what units report of their accessories. */
export const lowRfBattery: Report = {
  name: 'lowRFBattery',
  title: 'Low RF battery',
  description: 'Accessories with a low battery',
  path: '/reports/lowRFBattery',
  time: 'Low since',
  columns: {
    zone: { label: 'Zone', kind: 'number' },
    RFCode: { label: 'RF code' },
    SerialNumber: { label: 'Accessory' },
  },
  mode: 'latest',
  keptDays: 365,
  ...USUAL_PAGE_SIZES,
};

/** Its rows come from the caregivers of units. */
export const caregiverReport: Report = {
  name: 'caregiverReport',
  title: 'Caregivers',
  description: 'Units that have caregivers, a row for each caregiver',
  path: '/reports/caregiver',
  time: 'Listed since',
  columns: { caregiver: { label: 'Caregiver' }, type: { label: 'Type' }, emails: { label: 'E-mail addresses' } },
  mode: 'present',
  keptDays: USUAL_DAYS,
  ...USUAL_PAGE_SIZES,
};

/** The row of a caregiver. */
export const caregiverFacts = (
  { Name, emails }: { Name: string; emails: readonly string[] },
  UserType: keyof typeof CAREGIVER_TYPES,
): Facts => ({ caregiver: Name, type: CAREGIVER_TYPES[UserType], emails: emails.join(', ') });
