import { describe, expect, test } from 'vitest';
import { BORDERS, type Hue, MEANINGS, type Pair, paletteOf, RAMPS, SURFACES, TEXT } from '#web/theme/colors.ts';

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

const THEMES = ['light', 'dark'] as const;
const GROUNDS = ['DEFAULT', 'subtle', 'panel', 'muted'] as const;
const HUES = Object.keys(RAMPS) as Hue[];

const expectContrast = (ink: Pair, ground: Pair, atLeast: number) => {
  for (const theme of THEMES) expect.soft(contrast(ink[theme], ground[theme]), theme).toBeGreaterThanOrEqual(atLeast);
};

test('black on white is 21 to 1', () => expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5));

describe('text is readable in both themes (WCAG 1.4.3)', () => {
  test.each(GROUNDS)('on the background %s', (ground) => {
    expectContrast(TEXT.DEFAULT, SURFACES[ground], 7);
    expectContrast(TEXT.muted, SURFACES[ground], 4.5);
  });

  test.each(['DEFAULT', 'panel', 'subtle'] as const)('in the faintest colour on %s', (ground) =>
    expectContrast(TEXT.subtle, SURFACES[ground], 4.5),
  );

  test('in inverted colours', () => expectContrast(TEXT.inverted, SURFACES.inverted, 7));

  test.each(HUES)('%s: on its solid, on its tints, and on the page', (hue) => {
    const palette = paletteOf(hue);
    expectContrast(palette.contrast, palette.solid, 4.5);
    expectContrast(palette.fg, palette.subtle, 4.5);
    expectContrast(palette.fg, palette.muted, 4.5);
    for (const ground of GROUNDS) expectContrast(palette.fg, SURFACES[ground], 4.5);
  });
});

describe('other elements are visible in both themes (WCAG 1.4.11)', () => {
  test("a control's edge", () => expectContrast(BORDERS.emphasized, SURFACES.DEFAULT, 3));

  test.each(HUES)('%s: focus ring and dots', (hue) => {
    const palette = paletteOf(hue);
    for (const ground of ['DEFAULT', 'panel', 'subtle'] as const) {
      expectContrast(palette.focusRing, SURFACES[ground], 3);
      expectContrast(palette.solid, SURFACES[ground], 3);
    }
  });
});

test('no two meanings have the same colour', () => {
  const hues = Object.values(MEANINGS);
  expect(new Set(hues).size).toBe(hues.length);
});
