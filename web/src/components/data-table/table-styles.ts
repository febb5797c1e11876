/** One style block for the table: thousands of cells are plain elements without their own styles. */
export const TABLE_STYLES = {
  borderCollapse: 'separate',
  borderSpacing: '0',
  tableLayout: 'fixed',
  minWidth: '100%',
  fontVariantNumeric: 'tabular-nums',
  '&[data-density=dense]': { fontSize: 'xs' },

  '& th, & td': {
    height: 'var(--row-height)',
    padding: '0',
    paddingInline: '2',
    textAlign: 'start',
    whiteSpace: 'nowrap',
    // With 'hidden', a focused link that is cut off would scroll its cell.
    overflow: 'clip',
    textOverflow: 'ellipsis',
    verticalAlign: 'middle',
    background: 'var(--row-background)',
    borderBottomWidth: '1px',
    borderColor: 'border.subtle',
  },
  '&[data-density=dense] th, &[data-density=dense] td': { paddingInline: '1.5' },
  '& [data-align=end]': { textAlign: 'end' },
  '& [data-identifier]': { textStyle: 'identifier' },

  '& thead th': {
    position: 'sticky',
    top: '0',
    zIndex: '2',
    '--row-background': 'colors.bg.subtle',
    borderColor: 'border',
    color: 'fg.muted',
    fontSize: 'xs',
    fontWeight: '600',
  },

  '&[data-outdated] tbody': { opacity: '0.55' },
  '& tbody tr': { '--row-background': 'colors.bg.panel', outline: '0' },
  '& tbody tr[data-openable]': { cursor: 'pointer' },
  '& tbody tr[data-row]:hover': { '--row-background': 'colors.bg.subtle' },
  '& tbody tr[aria-selected=true]': {
    '--row-background': 'color-mix(in srgb, {colors.accent.subtle} 65%, {colors.bg.panel})',
  },
  '& tbody tr[aria-selected=true]:hover': { '--row-background': 'colors.accent.subtle' },
  '& tbody tr[data-marked]': { '--row-background': 'colors.warning.subtle' },
  '& tbody tr[data-spacer] td': { height: 'auto', border: '0', padding: '0' },
  // The outline of a row would be under its sticky cells.
  '& tbody tr:focus-visible td': {
    boxShadow: 'inset 0 2px 0 {colors.accent.focusRing}, inset 0 -2px 0 {colors.accent.focusRing}',
  },
  '& tbody tr:focus-visible td:first-of-type': {
    boxShadow:
      'inset 2px 0 0 {colors.accent.focusRing}, inset 0 2px 0 {colors.accent.focusRing}, inset 0 -2px 0 {colors.accent.focusRing}',
  },

  '& [data-sticky]': { position: 'sticky', zIndex: '1', left: 'var(--sticky-left, 0px)' },
  '& [data-sticky=choice]': { left: '0' },
  '& thead [data-sticky]': { zIndex: '3' },
  '[data-scrolled] & [data-sticky=title]': { boxShadow: '1px 0 0 {colors.border}' },

  '& [data-choice]': { paddingInline: '0', textAlign: 'center', textOverflow: 'clip' },
  '& input[type=checkbox]': {
    width: '16px',
    height: '16px',
    accentColor: '{colors.accent.solid}',
    cursor: 'pointer',
    verticalAlign: 'middle',
    borderRadius: '3px',
    '.dark &': { colorScheme: 'dark' },
  },
  // The whole cell accepts the click, which makes it a large target (WCAG 2.5.8).
  '& [data-choice] label': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '100%',
    height: '100%',
    cursor: 'pointer',
  },

  '& tbody a': {
    color: 'fg',
    fontWeight: '600',
    textDecoration: 'none',
    borderRadius: 'l1',
    focusVisibleRing: 'outside',
  },
  '& tbody tr:hover a[data-title]': { textDecoration: 'underline', textUnderlineOffset: '3px' },

  '& [data-sort]': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    // As wide as the cell with its own padding, which is outside of the cell's text.
    maxWidth: 'calc(100% + {spacing.3})',
    height: '6',
    marginInline: '-1.5',
    paddingInline: '1.5',
    borderRadius: 'l1',
    font: 'inherit',
    cursor: 'pointer',
    focusVisibleRing: 'inside',
    '& span': { overflow: 'hidden', textOverflow: 'ellipsis' },
    '& svg': { flexShrink: '0', display: 'none' },
    '&:not([aria-disabled]):hover': { color: 'fg', background: 'bg.emphasized' },
    '&:not([aria-disabled]):is(:hover, :focus-visible) svg': { display: 'block', opacity: '0.6' },
    '&[aria-disabled]': { cursor: 'default' },
  },
  '& [aria-sort=ascending] [data-sort], & [aria-sort=descending] [data-sort]': {
    color: 'fg',
    '& svg': { display: 'block', opacity: '1 !important' },
  },
  // Numbers and their head stay aligned; the arrow is before the head.
  '& [data-align=end] [data-sort]': { flexDirection: 'row-reverse' },
} as const;
