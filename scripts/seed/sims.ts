import { DESTROYED, type UnitModel } from '#core/units/unit.ts';
import { iccidOf, type Lot, simFor, storedStateFor } from '#local/carriers/sim.ts';
import type { Random } from './random.ts';

export interface SeedSim {
  iccid: string;
  carrier: 0 | 1 | 2;
  state: number;
  msisdn: string | undefined;
}

const TELUS_DEALER = 422;
const NEW = 11;

/** The SIMs of a unit, the active one first: Telus in Canada, otherwise AT&T or Verizon. Every third MXD-LTE has both. */
export function seedSims(
  number: number,
  dealerKey: number,
  model: UnitModel,
  status: number,
  random: Random,
): SeedSim[] {
  const lot = lotOf(status, random);
  if (dealerKey === TELUS_DEALER) return [sim(2, number, lot)];
  const first = random.chance(0.55) ? 0 : 1;
  const second = model === 'MXD-LTE' && random.chance(0.33) ? [sim(first === 0 ? 1 : 0, number, lot)] : [];
  return [sim(first, number, lot), ...second];
}

function lotOf(status: number, random: Random): Lot {
  if (status === NEW) return 'inventory';
  if (status === DESTROYED) return 'retired';
  return random.pick([
    'activated',
    'activated',
    'activated',
    'activated',
    'activated',
    'activated',
    'activated',
    'deactivated',
    'provisioningVoice',
  ]);
}

function sim(carrier: 0 | 1 | 2, number: number, lot: Lot): SeedSim {
  const iccid = iccidOf(carrier, number, lot);
  return { iccid, carrier, state: storedStateFor(iccid), msisdn: simFor(iccid).msisdn };
}
