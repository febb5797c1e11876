import { z } from 'zod';
import { UnitModel } from '../units/unit.ts';

/** The volume levels whose loudness can be shifted [P3-V21]. */
export const DECIBEL_LEVELS = { low: 1, medium: 5, high: 9 } as const;
export type DecibelLevel = keyof typeof DECIBEL_LEVELS;
export const DECIBEL_LEVEL_NAMES = Object.keys(DECIBEL_LEVELS) as [DecibelLevel, ...DecibelLevel[]];
export const DecibelLevel = z.enum(DECIBEL_LEVEL_NAMES);

/** A shift changes by this many decibels at a time, up or down [P3-V20]. */
export const DECIBEL_STEP = 3;

/** The factor 1 of a unit's amplifier. */
const UNSHIFTED_SCALE = 4096;
/** The scale is an unsigned number of 16 bits, and at least 1. */
export const DECIBEL_RANGE = { least: -72, most: 24 } as const;

/** The scale of a shift in decibels: 4096 times 10 to the power of dB divided by 20, rounded [P3-V22]. */
export const decibelScale = (dB: number): number => Math.round(UNSHIFTED_SCALE * 10 ** (dB / 20));

/** Whether a shift can change from one value to another: by one step, within the range. */
export const isDecibelStep = (from: number, to: number): boolean =>
  Math.abs(to - from) === DECIBEL_STEP && to >= DECIBEL_RANGE.least && to <= DECIBEL_RANGE.most;

/** A system reference value: the shift of one level of a model, in decibels [P3-E24]. */
export const SystemReference = z.object({ newVal: z.number().int(), mnemonic: DecibelLevel, UnitModel });
export type SystemReference = z.infer<typeof SystemReference>;

/** The shift of one level of a model. */
export const DecibelShift = z.object({
  mnemonic: DecibelLevel,
  level: z.number().int(),
  dB: z.number().int(),
  scale: z.number().int(),
});
export type DecibelShift = z.infer<typeof DecibelShift>;
