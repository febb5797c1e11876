import type { LastPing } from './unit.ts';

/** A unit on battery below this charge (percent) is about to switch off. */
const LOW_CHARGE = 20;

export const isBatteryLow = ({
  lowpower,
  acPower,
  chargedPercent,
}: Pick<LastPing, 'lowpower' | 'acPower' | 'chargedPercent'>): boolean =>
  lowpower === true || (acPower === false && chargedPercent !== undefined && chargedPercent < LOW_CHARGE);
