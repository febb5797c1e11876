/** The look of a tab. */
export const TAB = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2',
  h: '10',
  px: '2.5',
  flexShrink: 0,
  whiteSpace: 'nowrap',
  color: 'fg.muted',
  cursor: 'pointer',
  borderBottomWidth: '2px',
  borderColor: 'transparent',
  borderTopRadius: 'l2',
  focusVisibleRing: 'inside',
  _hover: { color: 'fg' },
  '&:is([data-active], [aria-selected=true])': { color: 'fg', fontWeight: '600', borderColor: 'accent.solid' },
} as const;

/** On a phone the row of the tabs scrolls sideways, without a bar; elsewhere it takes a second line. Its line is that of the tabs. */
export const TAB_ROW = {
  flexWrap: { md: 'wrap' },
  overflowX: 'auto',
  gap: '0.5',
  mb: '-1px',
  css: { scrollbarWidth: 'none', '&::-webkit-scrollbar': { display: 'none' } },
} as const;
