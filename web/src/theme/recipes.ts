import type { RecipeDefinition, SlotRecipeConfig } from '@chakra-ui/react';

/** These extend the library's recipes, so they hold only the differences. */
const over = (recipe: Record<string, unknown>) => recipe as RecipeDefinition;
const overSlots = (recipe: Record<string, unknown>) => recipe as unknown as SlotRecipeConfig;

/** Controls are 36 px high unless a view asks for another size. */
const small = { defaultVariants: { size: 'sm' } };
/** A control's edge stands out from the page. */
const edge = { bg: 'bg', borderColor: 'border.emphasized' };

/** The library's transparent hover loses too much contrast. Mixing in the text colour adds contrast in both themes. */
const STRONGER = 'color-mix(in srgb, var(--chakra-colors-color-palette-solid) 88%, var(--chakra-colors-fg))';

export const recipes = {
  button: over({
    base: { fontWeight: 'semibold', transitionDuration: 'fast' },
    variants: {
      // Only the one primary action of a view is teal; the quieter variants are neutral by default.
      variant: {
        solid: { _hover: { bg: STRONGER }, _expanded: { bg: STRONGER } },
        outline: { colorPalette: 'gray', borderColor: 'border.emphasized', color: 'colorPalette.fg' },
        ghost: { colorPalette: 'gray' },
        subtle: { colorPalette: 'gray' },
        surface: { colorPalette: 'gray' },
      },
    },
    ...small,
  }),
  input: over({ variants: { variant: { outline: edge } }, ...small }),
  textarea: over({ variants: { variant: { outline: edge } }, ...small }),
  badge: over({ base: { colorPalette: 'gray' } }),
  kbd: over({ base: { colorPalette: 'gray', fontFamily: 'body', fontWeight: 'normal' } }),
  heading: over({ base: { fontWeight: 'semibold', letterSpacing: '-0.01em' } }),
};

export const slotRecipes = {
  nativeSelect: overSlots({ variants: { variant: { outline: { field: edge } } }, ...small }),
  select: overSlots({ variants: { variant: { outline: { trigger: edge } } }, ...small }),
  combobox: overSlots({ variants: { variant: { outline: { input: edge } } }, ...small }),
  numberInput: overSlots({ variants: { variant: { outline: { input: edge } } }, ...small }),
  tagsInput: overSlots(small),
  pinInput: overSlots(small),
  tabs: overSlots(small),
  table: overSlots(small),
  checkbox: overSlots(small),
  radioGroup: overSlots(small),
  switch: overSlots(small),
  tooltip: overSlots({
    base: {
      content: {
        py: '1.5',
        maxW: 'min(20rem, calc(100vw - 1rem))',
        fontWeight: 'normal',
        boxShadow: 'none',
        _open: { animation: 'none' },
        _closed: { animation: 'none' },
      },
    },
  }),
  dialog: overSlots({ base: { title: { textStyle: 'md' } } }),
  toast: overSlots({
    base: {
      root: {
        transition: 'translate 140ms, scale 140ms, opacity 140ms, height 140ms',
        _closed: { transition: 'translate 120ms, scale 120ms, opacity 120ms' },
      },
      description: { opacity: '1' },
    },
  }),
};
