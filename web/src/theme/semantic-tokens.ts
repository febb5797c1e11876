import { defineSemanticTokens } from '@chakra-ui/react';
import { BORDERS, type Hue, MEANINGS, type Pair, paletteOf, RAMPS, STATIONS, SURFACES, TEXT } from './colors.ts';

const token = ({ light, dark }: Pair) => ({ value: { _light: light, _dark: dark } });

const tokens = <Name extends string>(pairs: Record<Name, Pair>) =>
  Object.fromEntries(Object.entries<Pair>(pairs).map(([name, pair]) => [name, token(pair)])) as Record<
    Name,
    ReturnType<typeof token>
  >;

const paletteTokens = (hue: Hue) => tokens(paletteOf(hue));

const palettesBy = <Name extends string>(names: Record<Name, Hue>) =>
  Object.fromEntries(Object.entries<Hue>(names).map(([name, hue]) => [name, paletteTokens(hue)])) as Record<
    Name,
    ReturnType<typeof paletteTokens>
  >;

/** The library's recipes refer to hues; each gets the same roles as our meanings. */
const huePalettes = palettesBy(Object.fromEntries(Object.keys(RAMPS).map((hue) => [hue, hue])) as Record<Hue, Hue>);

const tint = (hue: Hue) => token({ light: RAMPS[hue][50], dark: RAMPS[hue][950] });
const ink = (hue: Hue) => token(paletteOf(hue).fg);
const edge = (hue: Hue) => token(paletteOf(hue).border);

export const semanticColors = defineSemanticTokens.colors({
  bg: { ...tokens(SURFACES), error: tint('red'), warning: tint('orange'), success: tint('green'), info: tint('blue') },
  fg: { ...tokens(TEXT), error: ink('red'), warning: ink('orange'), success: ink('green'), info: ink('blue') },
  border: {
    ...tokens(BORDERS),
    error: edge('red'),
    warning: edge('orange'),
    success: edge('green'),
    info: edge('blue'),
  },
  ...huePalettes,
  ...palettesBy(MEANINGS),
  station: palettesBy(STATIONS),
});

export const semanticRadii = defineSemanticTokens.radii({
  l1: { value: '{radii.sm}' },
  l2: { value: '{radii.md}' },
  l3: { value: '{radii.md}' },
});

const shadow = (light: string, dark: string) => ({ value: { _light: light, _dark: dark } });
const HAIRLINE_LIGHT = '0 0 0 1px {colors.gray.900/10}';
const HAIRLINE_DARK = '0 0 0 1px {colors.gray.800}';

/** Floating surfaces have a hairline and a faint shadow. */
export const semanticShadows = defineSemanticTokens.shadows({
  xs: shadow(HAIRLINE_LIGHT, HAIRLINE_DARK),
  sm: shadow(`0 1px 2px {colors.gray.900/6}, ${HAIRLINE_LIGHT}`, `0 1px 2px {black/40}, ${HAIRLINE_DARK}`),
  md: shadow(`0 2px 8px {colors.gray.900/8}, ${HAIRLINE_LIGHT}`, `0 2px 8px {black/48}, ${HAIRLINE_DARK}`),
  lg: shadow(`0 4px 16px {colors.gray.900/10}, ${HAIRLINE_LIGHT}`, `0 4px 16px {black/56}, ${HAIRLINE_DARK}`),
  xl: shadow(`0 8px 24px {colors.gray.900/12}, ${HAIRLINE_LIGHT}`, `0 8px 24px {black/64}, ${HAIRLINE_DARK}`),
  '2xl': shadow(`0 12px 40px {colors.gray.900/14}, ${HAIRLINE_LIGHT}`, `0 12px 40px {black/64}, ${HAIRLINE_DARK}`),
});
