import type { UnitModel } from '../../units/unit.ts';

/** How many hexadecimal digits a mask has: 8 or 16 bits. */
type MaskDigits = 2 | 4;

/** What the bits of a mask mean on one model, from a firmware on. */
export interface MaskLayout {
  digits: MaskDigits;
  /** The names of the bits, the lowest first. A bit beyond them, or without a name, is not used. */
  bits: readonly string[];
  /** The mask of a new profile. */
  usual: string;
}

/** A layout from a firmware version on; without `from`, for all before the next. */
type FirmwareLayout = MaskLayout & { from?: string };

/** The layouts of one kind of mask, by model, in the order of their firmware versions. */
export type ModelLayouts = Readonly<Record<UnitModel, readonly [FirmwareLayout, ...FirmwareLayout[]]>>;

/** One bit of a mask. A bit that is not used keeps its value: a later firmware may give it a meaning. */
export interface MaskBit {
  bit: number;
  name: string;
  on: boolean;
  isUsed: boolean;
}

const BITS_PER_DIGIT = 4;

/** True for a mask in its stored form: upper-case hexadecimal, as many digits as the layout has. */
export const isMask = ({ digits }: Pick<MaskLayout, 'digits'>, mask: unknown): mask is string =>
  typeof mask === 'string' && mask.length === digits && /^[0-9A-F]+$/.test(mask);

/** The stored form of a number: `0F`, `00A1`. */
export const maskOf = ({ digits }: Pick<MaskLayout, 'digits'>, bits: number): string =>
  bits.toString(16).toUpperCase().padStart(digits, '0');

/** Returns each bit with its name, the lowest first. A malformed mask has no bits on. */
export function decodeMask(layout: MaskLayout, mask: string): MaskBit[] {
  const value = isMask(layout, mask) ? Number.parseInt(mask, 16) : 0;
  return Array.from({ length: layout.digits * BITS_PER_DIGIT }, (_, bit) => {
    const name = layout.bits[bit] ?? '';
    return { bit, name: name || `Bit ${bit}`, on: ((value >> bit) & 1) === 1, isUsed: name !== '' };
  });
}

/** Returns the mask in which exactly the given bits are on. */
export const encodeMask = (layout: Pick<MaskLayout, 'digits'>, bits: readonly Pick<MaskBit, 'bit' | 'on'>[]): string =>
  maskOf(
    layout,
    bits.reduce((value, { bit, on }) => (on ? value | (1 << bit) : value), 0),
  );

/** The names of the bits that are on, for people. */
export const namesInMask = (layout: MaskLayout, mask: string): string[] =>
  decodeMask(layout, mask)
    .filter(({ on }) => on)
    .map(({ name }) => name);

/** Moves a mask to another layout by the names of its bits. A bit that only the other layout has gets its usual value. */
export function carryMask(from: MaskLayout, to: MaskLayout, mask: string): string {
  const known = new Map(decodeMask(from, mask).map(({ name, on }) => [name, on]));
  return encodeMask(
    to,
    decodeMask(to, to.usual).map((bit) => ({ ...bit, on: known.get(bit.name) ?? bit.on })),
  );
}
