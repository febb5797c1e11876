import { z } from 'zod';
import type { UnitModel } from '../units/unit.ts';

/** One more than the highest zone [P2-V10]. */
export const ZONE_ARRAY_LENGTH = 256;
/** The zones that are offered: from 1 to one below the length of the array of zones. */
export const zonesOf = (zoneArrayLength: number): number[] =>
  Array.from({ length: zoneArrayLength - 1 }, (_, index) => index + 1);

export const Zone = z.coerce
  .number('Choose a zone')
  .int('A zone is a whole number')
  .min(1, 'A zone is at least 1')
  .max(ZONE_ARRAY_LENGTH - 1, `A zone is at most ${ZONE_ARRAY_LENGTH - 1}`);

export const AccessorySerial = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[0-9A-Z][0-9A-Z-]{2,19}$/, 'A serial number of an accessory has 3 to 20 letters, digits or hyphens');

/** The code of a radio, which a unit recognizes. */
export const RFCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[0-9A-F]{4,8}$/, 'An RF code has 4 to 8 hexadecimal digits');
/** The RF code of a device without a radio [P2-V06]. */
export const NO_RF = '0000';

/** Twelve hexadecimal digits, stored in pairs: `A1:B2:C3:D4:E5:F6`. People enter them with colons, hyphens or without. */
export const MacAddress = z
  .string()
  .trim()
  .toUpperCase()
  .overwrite((given) => given.replace(/[:-]/g, '').replace(/(..)(?=.)/g, '$1:'))
  .regex(/^([0-9A-F]{2}:){5}[0-9A-F]{2}$/, 'A MAC address has 12 hexadecimal digits');

/** A unit remembers so many. */
export const MAX_BLUETOOTH = 16;

/** The models with a receiver for RF devices. */
export const hasRf = (UnitModel: UnitModel): boolean => UnitModel === 'MXD-LTE';

const PREFIX = 'ASM-';
/** The type of a device without the prefix of the stock list [P2-V09]. */
export const shownType = (type: string): string => (type.startsWith(PREFIX) ? type.slice(PREFIX.length) : type);

/** What the stock list has of a device. */
export const StockDevice = z.object({
  SerialNumber: AccessorySerial,
  RFCode,
  /** As the stock list has it, with its prefix. */
  Type: z.string().trim().max(60),
  ManufacturedDate: z.iso.date().optional(),
});
export type StockDevice = z.infer<typeof StockDevice>;
