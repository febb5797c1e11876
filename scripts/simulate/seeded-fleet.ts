import { DESTROYED } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { secretOf, seedUnits } from '#scripts/seed/units.ts';
import type { FleetUnit } from './behaviour.ts';

/** The first `count` units of the seeded fleet that are in service. */
export function seededFleet(count: number): FleetUnit[] {
  const fleet: FleetUnit[] = [];
  for (const unit of seedUnits({ count: Number.POSITIVE_INFINITY, now: Date.now() })) {
    if (fleet.length >= count) break;
    if (unit.UnitStatus === DESTROYED) continue;
    const secret = secretOf(unit);
    fleet.push({
      UnitSerNum: unit.UnitSerNum,
      model: unit.UnitModel,
      imei: unit.IMEI,
      firmware: unit.FirmVer,
      ...(unit.ActiveICCID !== undefined && { ICCID: unit.ActiveICCID }),
      ...(unit.ActiveCarrier !== undefined && { carrier: unit.ActiveCarrier }),
      ...(unit.UnitModel === 'MXD-LTE' && { sims: simsOf(unit) }),
      ...(secret && { secret }),
    });
  }
  return fleet;
}

const simsOf = (unit: UnitRecord) =>
  ([1, 2] as const).flatMap((slot) => {
    const [ICCID, carrier] = [unit[`ICCID${slot}`], unit[`ICCID${slot}Carrier`]];
    return ICCID === undefined || carrier === undefined ? [] : [{ ICCID, carrier }];
  });
