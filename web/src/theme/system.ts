import { createSystem, defineConfig, defineTokens } from '@chakra-ui/react';
import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { BLACK, RAMPS, WHITE } from './colors.ts';
import { library } from './library.ts';
import { recipes, slotRecipes } from './recipes.ts';
import { semanticColors, semanticRadii, semanticShadows } from './semantic-tokens.ts';

const FALLBACK_FACES = 'system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif';
const face = { value: `"Inter Variable", ${FALLBACK_FACES}` };

const rampTokens = Object.fromEntries(
  Object.entries(RAMPS).map(([hue, steps]) => [
    hue,
    Object.fromEntries(Object.entries(steps).map(([step, value]) => [step, { value }])),
  ]),
);

const tokens = defineTokens({
  colors: { white: { value: WHITE }, black: { value: BLACK }, ...rampTokens },
  fonts: {
    body: face,
    heading: face,
    mono: { value: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace' },
  },
  /** Two weights on screen: 400 and 600. The library's 500 becomes 600. */
  fontWeights: { medium: { value: '600' } },
  /** Nothing moves for longer than 150 ms. */
  durations: {
    fastest: { value: '50ms' },
    faster: { value: '80ms' },
    fast: { value: '100ms' },
    moderate: { value: '120ms' },
    slow: { value: '150ms' },
    slower: { value: '150ms' },
    slowest: { value: '150ms' },
  },
});

const textStyles = {
  pageTitle: { value: { fontSize: '1.25rem', lineHeight: '1.75rem', fontWeight: '600', letterSpacing: '-0.01em' } },
  sectionTitle: { value: { fontSize: '0.875rem', lineHeight: '1.25rem', fontWeight: '600' } },
  /** Serial numbers, ICCIDs, IMEIs, amounts: digits line up. */
  identifier: { value: { fontVariantNumeric: 'tabular-nums' } },
};

/** A closed dialog waits for the end of its animation, and misses one that is shorter than a frame. So there is none. */
const STILL = { animationDuration: '0s !important', animationIterationCount: '1 !important' };

/** The one source of how the portal looks, in both themes. */
export const system = createSystem(
  defaultBaseConfig,
  library,
  defineConfig({
    // Without the library's `data-expanded`: a tooltip sets it on its control, which would then look pressed.
    conditions: { expanded: '&[aria-expanded=true]' },
    globalCss: {
      html: { colorPalette: 'accent', fontSynthesis: 'none' },
      body: { textStyle: 'sm', overflowX: 'hidden', overflowWrap: 'break-word' },
      // Inherited, so that what a part says about long words is true of all that it shows. The library sets it on each element.
      'body *': { overflowWrap: 'inherit' },
      'input, textarea, select': {
        // A phone zooms into fields with smaller type and does not zoom out again.
        '@media (pointer: coarse)': { fontSize: '1rem' },
      },
      '*, *::before, *::after': {
        _motionReduce: { ...STILL, transitionDuration: '0.01ms !important', scrollBehavior: 'auto !important' },
      },
    },
    theme: {
      tokens,
      semanticTokens: { colors: semanticColors, radii: semanticRadii, shadows: semanticShadows },
      textStyles,
      recipes,
      slotRecipes,
    },
  }),
);
