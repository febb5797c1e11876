import { describe, expect, it } from 'vitest';
import { MASKS, type MaskKind, maskLayout } from '#core/profiles/masks/layouts.ts';
import {
  carryMask,
  decodeMask,
  encodeMask,
  isMask,
  type MaskLayout,
  maskOf,
  namesInMask,
} from '#core/profiles/masks/mask.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';

const KINDS = Object.keys(MASKS) as MaskKind[];
const LAYOUTS = KINDS.flatMap((kind) =>
  UNIT_MODELS.flatMap((model) =>
    MASKS[kind][model].map((layout) => ({ name: `${kind} of ${model} ${layout.from ?? ''}`.trim(), layout })),
  ),
);

describe.each(LAYOUTS)('the mask $name', ({ layout }: { layout: MaskLayout }) => {
  const everyMask = Array.from({ length: 16 ** layout.digits }, (_, value) => maskOf(layout, value));

  it('is the same after it was decoded and encoded, whatever its bits are [P2-V34 P2-V36]', () => {
    expect(everyMask.filter((mask) => encodeMask(layout, decodeMask(layout, mask)) !== mask)).toEqual([]);
  });

  it('has upper-case hexadecimal digits, 2 or 4 of them [P2-V36]', () => {
    expect([2, 4]).toContain(layout.digits);
    expect(everyMask.every((mask) => new RegExp(`^[0-9A-F]{${layout.digits}}$`).test(mask))).toBe(true);
  });

  it('has a name of its own for each bit that is used, and usual bits with names', () => {
    const used = decodeMask(layout, layout.usual).filter(({ isUsed }) => isUsed);
    expect(new Set(used.map(({ name }) => name)).size).toBe(layout.bits.filter(Boolean).length);
    expect(layout.bits.length).toBeLessThanOrEqual(layout.digits * 4);
    expect(isMask(layout, layout.usual)).toBe(true);
    expect(decodeMask(layout, layout.usual).filter(({ on, isUsed }) => on && !isUsed)).toEqual([]);
  });
});

describe('a mask', () => {
  it.each(['vibrate', 'led', 'voicePrompt', 'reportItem', 'event', 'silentReboot'] as const)(
    'of the kind %s has a layout on each model [P2-V37 P2-V38 P2-V39 P2-V40 P2-V41 P2-V42]',
    (kind) => {
      const names = UNIT_MODELS.map((model) => maskLayout(kind, model, '4.2.31.3.7').bits.join());
      expect(new Set(names).size).toBe(UNIT_MODELS.length);
      for (const model of UNIT_MODELS) expect(maskLayout(kind, model, '1.0').bits.length).toBeGreaterThan(3);
    },
  );

  it('names the bits that are on [P2-V34]', () => {
    const layout = maskLayout('vibrate', 'MXD-LTE', '2.2.0.0.5');
    expect(namesInMask(layout, '05')).toEqual(['Help button pressed', 'Call ended']);
    expect(namesInMask(layout, '80')).toEqual(['Bit 7']);
  });

  it('is refused in lower case, with another length, or with other digits', () => {
    const layout: MaskLayout = { digits: 2, bits: [], usual: '00' };
    expect(['0a', 'A', '00A', 'G0', '', 5, null].map((mask) => isMask(layout, mask))).toEqual(Array(7).fill(false));
    expect(decodeMask(layout, 'zz').every(({ on }) => !on)).toBe(true);
  });

  it('of an unnamed bit keeps its value when another bit changes', () => {
    const layout: MaskLayout = { digits: 2, bits: ['First'], usual: '00' };
    const bits = decodeMask(layout, 'F0').map((bit) => (bit.bit === 0 ? { ...bit, on: true } : bit));
    expect(encodeMask(layout, bits)).toBe('F1');
  });
});

describe('the layouts of the event mask of myConnect', () => {
  const bitsOf = (firmware: string) => maskLayout('event', 'myConnect', firmware).bits.length;

  it.each([
    ['an older firmware', '4.2.31.3.4', 8],
    ['423135', '4.2.31.3.5', 10],
    ['423136', '4.2.31.3.6', 12],
    ['423137', '4.2.31.3.7', 14],
    ['a newer firmware', '4.2.31.10.1', 14],
  ])('differ by firmware: %s [P2-V35 P2-V48 P2-K34]', (_, firmware, bits) => {
    expect(bitsOf(firmware)).toBe(bits);
    expect(bitsOf(`${firmware}_beta`)).toBe(bits);
  });

  it.each(['423135', '423136', '423137'])('are chosen by the number %s as by the version [P2-V48 P2-K34]', (number) => {
    expect(bitsOf(number)).toBe(bitsOf([...number.slice(0, 2), number.slice(2, 4), ...number.slice(4)].join('.')));
  });

  it.each([
    ['423134', '4.2.31.3.4'],
    ['423138', '4.2.31.3.8'],
    ['423138_beta', '4.2.31.3.8_beta'],
    ['4231310', '4.2.31.3.10'],
    ['4231', '4.2.31'],
    ['42', '4.2'],
    ['43000', '4.3.0.0.0'],
    ['5', '5'],
    ['3999999', '3.9.99.9.99'],
  ])('are that of the first or the last version for another number: %s', (number, version) => {
    expect(maskLayout('event', 'myConnect', number)).toBe(maskLayout('event', 'myConnect', version));
  });

  it('are not those of another version with the same digits', () => {
    expect(bitsOf('42.31.3.7')).toBe(14);
    expect(bitsOf('4.2.3.137')).toBe(8);
    expect(bitsOf('4.23.1.3.5')).toBe(14);
    expect(bitsOf('0.423.1.3.7')).toBe(8);
  });

  it('follow the order of versions, with and without dots', () => {
    const numbers = ['3999999', '4231', '423134', '423135', '423136', '423137', '4231310', '423240', '43000', '5'];
    const sizes = numbers.map(bitsOf);
    expect(sizes).toEqual([8, 8, 8, 10, 12, 14, 14, 14, 14, 14]);
  });

  it('differ by model [P2-V35]', () => {
    expect(maskLayout('event', 'myConnect', '423137')).not.toEqual(maskLayout('event', 'MXD-LTE', '423137'));
  });

  it('keep the bits of the same names when the firmware changes', () => {
    const [old, newest] = ['4.2.31.3.4', '4.2.31.3.7'].map((firmware) => maskLayout('event', 'myConnect', firmware));
    expect(namesInMask(newest!, carryMask(old!, newest!, '03'))).toEqual([
      'Help button',
      'Fall',
      'Fall cancelled',
      'No movement',
      'Periodic test',
      'Voice test failed',
    ]);
    expect(carryMask(newest!, old!, '0C03')).toBe('03');
  });
});
