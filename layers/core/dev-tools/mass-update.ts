import { z } from 'zod';
import { SerialNumber } from '../units/unit.ts';

/** The units of one call: a save takes some tens of milliseconds. */
export const UNITS_OF_A_CALL = 25;
/** The units of one list. */
export const MOST_UNITS = 10_000;

export const MassOutcome = z.object({
  UnitSerNum: SerialNumber,
  /** `same`: the unit has the profile, and nothing else, already. */
  outcome: z.enum(['updated', 'same', 'refused']),
  /** Why it was refused. */
  reason: z.string().optional(),
});
export type MassOutcome = z.infer<typeof MassOutcome>;

const SEPARATORS = /[\s,;"']+/;

/** The serial numbers in a pasted text or a column of a file, each once, and the words that are none. The header of a file is left out. */
export function serialNumbersIn(text: string): { serialNumbers: string[]; unreadable: string[] } {
  const words = text
    .split(SEPARATORS)
    .map((word) => word.replaceAll(/[^\w-]/g, '').toUpperCase())
    .filter((word) => word !== '' && word !== 'UNITSERNUM');
  const unique = [...new Set(words)];
  return {
    serialNumbers: unique.filter((word) => SerialNumber.safeParse(word).success),
    unreadable: unique.filter((word) => !SerialNumber.safeParse(word).success),
  };
}
