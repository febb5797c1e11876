import { z } from 'zod';
import { Instant } from '../time.ts';
import { SerialNumber, type Unit, UnitModel, UnitStatus } from '../units/unit.ts';

/** A unit with a SIM of the developers [P3-E25]. */
export const DevUnit = z.object({
  UnitSerNum: SerialNumber,
  FullUnitID: z.string(),
  UnitModel,
  UnitStatus,
  FirmVer: z.string(),
  IMEI: z.string(),
  DealerKey: z.number().int(),
  DealerName: z.string(),
  /** The developer SIM, and the slot that it is in. */
  ICCID: z.string(),
  slot: z.union([z.literal(1), z.literal(2)]),
  lastPingTime: Instant.optional(),
});
export type DevUnit = z.infer<typeof DevUnit>;

/** A search for developer units reads at most so many units. */
export const MOST_SEARCHED = 200;

/** The developer SIM of a unit; undefined if it has none. */
export function devSimOf(
  { ICCID1, ICCID2 }: Pick<Unit, 'ICCID1' | 'ICCID2'>,
  isDevSim: (iccid: string) => boolean,
): Pick<DevUnit, 'ICCID' | 'slot'> | undefined {
  if (ICCID1 !== undefined && isDevSim(ICCID1)) return { ICCID: ICCID1, slot: 1 };
  if (ICCID2 !== undefined && isDevSim(ICCID2)) return { ICCID: ICCID2, slot: 2 };
  return undefined;
}
