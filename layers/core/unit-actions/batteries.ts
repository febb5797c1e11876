import { z } from 'zod';
import type { Unit, UnitModel } from '../units/unit.ts';

interface Battery {
  name: string;
  models: readonly UnitModel[];
}

/** The batteries that units have, by their number. */
const BATTERIES = {
  1: { name: 'Backup battery', models: ['MXD-LTE'] },
  2: { name: 'Rechargeable battery', models: ['myConnect', 'myConnect Air'] },
} as const satisfies Record<number, Battery>;

export const BatteryNumber = z.union([z.literal(1), z.literal(2)]);
export type BatteryNumber = z.infer<typeof BatteryNumber>;

/** What people choose from: each battery with the models that have it. */
export const BATTERY_MAP = Object.entries(BATTERIES).map(([battery, { name, models }]) => ({
  battery: Number(battery) as BatteryNumber,
  name,
  models: [...models] as UnitModel[],
}));

export const hasBattery = (model: UnitModel, battery: BatteryNumber): boolean =>
  (BATTERIES[battery].models as readonly UnitModel[]).includes(model);

export const BATTERY_NAMES = { 1: BATTERIES[1].name, 2: BATTERIES[2].name } as const satisfies Record<
  BatteryNumber,
  string
>;

/** True until the unit has sent a ping since its battery was changed: what the portal shows is of the battery before. */
export const awaitsBatteryData = (newBatteryAt: string, lastPing: Unit['lastPing']): boolean =>
  lastPing === undefined || Date.parse(lastPing.lastPingTime) < Date.parse(newBatteryAt);
