import { Box } from '@chakra-ui/react';
import type { Cell, Table, Row as TableRowModel } from '@tanstack/react-table';
import { memo, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { CellContent } from './cell-content.tsx';
import { RowCheckbox } from './row-checkbox.tsx';
import { rowName } from './table-row.tsx';
import type { RowChoice } from './use-row-selection.ts';

const STEP = 40;
/** Pixels. */
const LOWEST_CARD = 60;
const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f'];

export interface CardListProps<Row> {
  table: Table<Row>;
  label: string;
  loading: boolean;
  /** The rows answer what was asked before. */
  outdated: boolean;
  choice: RowChoice | undefined;
  hrefOf: (row: Row) => string | undefined;
  open: ((row: TableRowModel<Row>, newTab: boolean) => void) | undefined;
  /** The id of the row that is marked. */
  marked: string | undefined;
  /** How far the page is scrolled. */
  scroll: { current: number };
}

/** The rows of a table on a phone: one card each. Renders more cards as the user scrolls. */
export function CardList<Row>({
  table,
  label,
  loading,
  outdated,
  choice,
  hrefOf,
  open,
  marked,
  scroll,
}: CardListProps<Row>) {
  const { rows } = table.getRowModel();
  const [shown, setShown] = useState(STEP + Math.ceil(scroll.current / LOWEST_CARD));
  const end = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  usePageScroll(list, scroll);
  const columnKey = table
    .getVisibleLeafColumns()
    .map(({ id }) => id)
    .join('|');

  useEffect(() => {
    const element = end.current;
    if (!element || shown >= rows.length) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setShown((count) => count + STEP),
      { rootMargin: '1200px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [shown, rows.length]);

  return (
    <Box
      ref={list}
      role="list"
      aria-label={label}
      aria-busy={loading || outdated || undefined}
      data-outdated={outdated || undefined}
      opacity={outdated ? '0.55' : undefined}
      css={CARDS}
    >
      {loading && SKELETONS.map((key) => <Box key={key} role="listitem" aria-hidden data-card data-skeleton />)}
      {rows.slice(0, shown).map((row) => (
        <Card
          key={row.id}
          row={row}
          columnKey={columnKey}
          selectable={choice !== undefined}
          selected={choice?.isSelected(row.id) ?? false}
          marked={row.id === marked}
          href={hrefOf(row.original)}
          onSelect={choice?.select}
          onOpen={open}
        />
      ))}
      <div ref={end} />
    </Box>
  );
}

/** Scrolls the page to where it was, and notes where it is. */
function usePageScroll(element: RefObject<HTMLElement | null>, scroll: { current: number }) {
  useLayoutEffect(() => {
    const page = element.current?.closest('main');
    if (!page) return undefined;
    page.scrollTop = scroll.current;
    const note = () => {
      scroll.current = page.scrollTop;
    };
    page.addEventListener('scroll', note, { passive: true });
    return () => page.removeEventListener('scroll', note);
  }, [element, scroll]);
}

interface CardProps<Row> {
  row: TableRowModel<Row>;
  columnKey: string;
  selectable: boolean;
  selected: boolean;
  marked: boolean;
  href: string | undefined;
  onSelect: RowChoice['select'] | undefined;
  onOpen: CardListProps<Row>['open'];
}

function CardView<Row>({ row, selectable, selected, marked, href, onSelect, onOpen }: CardProps<Row>) {
  const { title, asides, details } = partsOf(row.getVisibleCells());
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the title is a link or button with the same effect
    // biome-ignore lint/a11y/useSemanticElements: list styles would come with the element
    <div
      role="listitem"
      data-card
      data-selected={selected || undefined}
      data-marked={marked || undefined}
      onClick={(event) => {
        const target = event.target as HTMLElement;
        // React hands on the clicks of menus and dialogs that the card opens, which are elsewhere on the page.
        const isOfCard = event.currentTarget.contains(target);
        if (isOfCard && !target.closest('a, button, input, label')) onOpen?.(row, false);
      }}
    >
      <div data-head>
        {selectable && (
          <RowCheckbox
            label={`Select ${rowName(row)}`}
            checked={selected}
            onChange={(on, shift) => onSelect?.(row.id, on, shift)}
          />
        )}
        {title && (
          <div data-name>
            <CellContent cell={title} href={href} />
          </div>
        )}
        <div data-asides>
          {asides.map((cell) => (
            <CellContent key={cell.id} cell={cell} />
          ))}
        </div>
      </div>
      {details.length > 0 && (
        <dl>
          {details.map((cell) => (
            <div key={cell.id}>
              <dt>{cell.column.columnDef.meta?.label ?? cell.column.id}</dt>
              <dd data-identifier={cell.column.columnDef.meta?.monospace || undefined}>
                <CellContent cell={cell} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

const Card = memo(CardView) as typeof CardView;

/** The cells of a card: its title, those beside it, and details with labels. Leaves out empty details. */
function partsOf<Row>(cells: readonly Cell<Row, unknown>[]) {
  const placeOf = (cell: Cell<Row, unknown>, index: number) =>
    cell.column.columnDef.meta?.card ?? (index === 0 ? 'title' : 'detail');
  const at = (place: string) => cells.filter((cell, index) => placeOf(cell, index) === place);
  const isBlank = (value: unknown) => value === null || value === undefined || value === '';
  return {
    title: at('title')[0] ?? cells[0],
    asides: at('aside'),
    details: at('detail').filter((cell) => cell.column.accessorFn === undefined || !isBlank(cell.getValue())),
  };
}

const CARDS = {
  fontVariantNumeric: 'tabular-nums',
  '& [data-card]': {
    padding: '3',
    borderBottomWidth: '1px',
    borderColor: 'border.subtle',
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 110px',
  },
  '& [data-card]:last-of-type': { borderBottomWidth: '0' },
  '& [data-selected]': { background: 'accent.subtle' },
  '& [data-marked]': { background: 'warning.subtle' },
  '& [data-skeleton]': { height: '104px', background: 'bg.subtle', animation: 'pulse 1.6s ease-in-out infinite' },
  '& [data-head]': { display: 'flex', alignItems: 'center', gap: '2', minHeight: '8' },
  '& [data-head] > label': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    boxSize: '8',
    marginInlineStart: '-2',
    marginBlock: '-1',
  },
  '& input[type=checkbox]': {
    width: '24px',
    height: '24px',
    accentColor: '{colors.accent.solid}',
    '.dark &': { colorScheme: 'dark' },
  },
  '& [data-name]': { flex: '1', minWidth: '0', fontWeight: '600', overflowWrap: 'anywhere' },
  '& [data-name] > a': { borderRadius: 'l1', focusVisibleRing: 'outside', display: 'inline-block', paddingBlock: '1' },
  '& [data-asides]': { display: 'flex', alignItems: 'center', gap: '2' },
  // Two short fields share a row; a long one has its own row.
  '& dl': { display: 'flex', flexWrap: 'wrap', columnGap: '4', rowGap: '2', marginTop: '1.5' },
  '& dl > div': { flex: '1 1 calc(50% - 0.5rem)', minWidth: 'min-content', maxWidth: '100%' },
  '& dt': { color: 'fg.muted', fontSize: 'xs', lineHeight: '1.3' },
  '& dd': { overflowWrap: 'anywhere', lineHeight: '1.5' },
  '& dd[data-identifier]': { whiteSpace: 'nowrap' },
  '& [data-identifier]': { textStyle: 'identifier' },
} as const;
