import { Box, chakra } from '@chakra-ui/react';
import type { Table, Row as TableRowModel } from '@tanstack/react-table';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useWidth } from '../hooks/use-width.ts';
import { hasEditableRow } from '../menu/edits-row.ts';
import type { Shortcut } from '../shortcuts/shortcut-store.ts';
import { useShortcuts } from '../shortcuts/use-shortcuts.ts';
import { columnWindow, stepOf } from './column-window.ts';
import { fitColumns } from './fit-columns.ts';
import { HeaderCell } from './header-cell.tsx';
import { RowCheckbox } from './row-checkbox.tsx';
import { SkeletonRows } from './skeleton-rows.tsx';
import { TableRow } from './table-row.tsx';
import { TABLE_STYLES } from './table-styles.ts';
import type { KeptPlace } from './types.ts';
import { type Density, FONT_SIZE, ROW_HEIGHT } from './use-density.ts';
import { useRowCursor } from './use-row-cursor.ts';
import type { RowChoice } from './use-row-selection.ts';
import { useTextWidths } from './use-text-widths.ts';

const CHOICE_WIDTH = 44;
const OVERSCAN = 8;

export interface TableGridProps<Row> {
  table: Table<Row>;
  label: string;
  loading: boolean;
  /** The rows answer what was asked before. */
  outdated: boolean;
  density: Density;
  choice: RowChoice | undefined;
  hrefOf: (row: Row) => string | undefined;
  open: ((row: TableRowModel<Row>, newTab: boolean) => void) | undefined;
  /** The id of the row that is marked. */
  marked: string | undefined;
  pageKeys: boolean;
  scroller: RefObject<HTMLDivElement | null>;
  /** How far the rows are scrolled, and the row that was opened. */
  scroll: KeptPlace;
  /** Why columns that can be sorted by cannot be now. */
  whyNotSorted: string | undefined;
}

/** The rows as a grid that renders only the visible ones. */
export function TableGrid<Row>(props: TableGridProps<Row>) {
  const { table, label, loading, outdated, density, choice, hrefOf, open, pageKeys, scroller, scroll, whyNotSorted } =
    props;
  const { rows } = table.getRowModel();
  const columns = table.getVisibleLeafColumns();
  const rowHeight = ROW_HEIGHT[density];
  const body = useRef<HTMLTableSectionElement>(null);

  const cursor = useRowCursor({
    rows,
    body,
    choice,
    open,
    place: scroll,
    reveal: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    pageRows: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2),
  });
  const { activeIndex } = cursor;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]!.id,
    // The header is above the first row, and over the row that is scrolled to the top.
    paddingStart: rowHeight,
    scrollPaddingStart: rowHeight,
    overscan: OVERSCAN,
    initialOffset: scroll.current,
    // The focused row stays in the document when it is scrolled out of view.
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range);
      if (activeIndex < 0 || activeIndex >= rows.length || indexes.includes(activeIndex)) return indexes;
      return [...indexes, activeIndex].sort((a, b) => a - b);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new row height makes all measurements void
  useLayoutEffect(() => virtualizer.measure(), [rowHeight]);

  const [editable, setEditable] = useState(false);
  useLayoutEffect(() => setEditable(hasEditableRow(body.current)));
  const can = { select: Boolean(choice), open: Boolean(open), edit: editable };
  useShortcuts(pageKeys && rows.length > 0 ? shortcutsOf(cursor.enter, can) : []);

  const width = useWidth(scroller);
  const choiceWidth = choice ? CHOICE_WIDTH : 0;
  const texts = useTextWidths(columns, rows, FONT_SIZE[density]);
  const widths = useMemo(() => {
    const sizes = columns.map((column) => ({
      size: column.getSize(),
      ...texts.get(column.id),
      grows: column.columnDef.meta?.grows,
    }));
    return fitColumns(sizes, width - choiceWidth);
  }, [columns, texts, width, choiceWidth]);
  const total = widths.reduce((sum, each) => sum + each, choiceWidth);

  const [left, setLeft] = useState(0);
  const drawn = columnWindow(widths, { left: left - choiceWidth, width });
  const items = virtualizer.getVirtualItems();
  const columnKey = columns.map(({ id }) => id).join('|');
  const columnCount = columns.length + (choice ? 1 : 0);
  const tabStop = items.some(({ index }) => index === activeIndex)
    ? activeIndex
    : items.find(({ start }) => start >= (virtualizer.scrollOffset ?? 0))?.index;

  return (
    <Box
      ref={scroller}
      flex="1 1 auto"
      minH="0"
      overflow="auto"
      overscrollBehavior="contain"
      isolation="isolate"
      onScroll={({ currentTarget }) => {
        currentTarget.toggleAttribute('data-scrolled', currentTarget.scrollLeft > 0);
        scroll.current = currentTarget.scrollTop;
        setLeft(stepOf(currentTarget.scrollLeft));
      }}
    >
      <chakra.table
        role="grid"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-colcount={columnCount}
        aria-multiselectable={choice ? true : undefined}
        aria-busy={loading || outdated || undefined}
        data-outdated={outdated || undefined}
        data-density={density}
        css={TABLE_STYLES}
        style={
          {
            width: total,
            '--row-height': `${rowHeight}px`,
            '--sticky-left': `${choiceWidth}px`,
          } as React.CSSProperties
        }
      >
        <colgroup>
          {choice && <col style={{ width: CHOICE_WIDTH }} />}
          {columns.map((column, index) => (
            <col key={column.id} style={{ width: widths[index] }} />
          ))}
        </colgroup>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} aria-rowindex={1}>
              {choice && (
                <th scope="col" data-choice data-sticky="choice" style={{ left: 0 }}>
                  <RowCheckbox
                    label="Select all on this page"
                    checked={choice.page === 'all'}
                    indeterminate={choice.page === 'some'}
                    reason={rows.length === 0 ? 'There are no rows to select yet' : ''}
                    onChange={() => choice.selectPage(choice.page !== 'all')}
                  />
                </th>
              )}
              {group.headers.map((header, index) => (
                <HeaderCell
                  key={header.id}
                  header={header}
                  sticky={index === 0 ? 'title' : undefined}
                  whyNotSorted={whyNotSorted}
                />
              ))}
            </tr>
          ))}
        </thead>
        {/* biome-ignore lint/a11y/useKeyWithMouseEvents: screen readers read the whole text anyway */}
        <tbody ref={body} {...cursor.handlers} onMouseOver={explainCutText}>
          {loading && <SkeletonRows rows={12} columns={columnCount} choice={Boolean(choice)} />}
          {items.flatMap((item, position) => {
            const row = rows[item.index]!;
            const above = position === 0 ? rowHeight : items[position - 1]!.end;
            const href = hrefOf(row.original);
            return [
              <Spacer key={`above-${item.key}`} height={item.start - above} columns={columnCount} />,
              <TableRow
                key={item.key}
                row={row}
                index={item.index}
                columnKey={columnKey}
                from={drawn.from}
                to={drawn.to}
                selectable={choice !== undefined}
                selected={choice?.isSelected(row.id) ?? false}
                active={item.index === tabStop}
                marked={row.id === props.marked}
                href={href}
                openable={href !== undefined || open !== undefined}
                onSelect={choice?.select ?? nothing}
              />,
            ];
          })}
          <Spacer height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? rowHeight)} columns={columnCount} />
        </tbody>
      </chakra.table>
    </Box>
  );
}

const nothing = () => {};

/** Fills the space of rows that are not rendered. */
function Spacer({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr data-spacer aria-hidden style={{ height }}>
      <td colSpan={columns} />
    </tr>
  );
}

function shortcutsOf(
  enter: (direction: 'next' | 'previous') => void,
  can: Readonly<Record<'select' | 'open' | 'edit', boolean>>,
): Shortcut[] {
  const list: Shortcut[] = [
    { keys: 'j', label: 'Next row', run: () => enter('next') },
    { keys: 'k', label: 'Previous row', run: () => enter('previous') },
  ];
  if (can.select) list.push({ keys: 'x', label: 'Select the row' }, { keys: 'mod+a', label: 'Select all on the page' });
  if (can.open)
    list.push({ keys: 'Enter', label: 'Open the row' }, { keys: 'mod+Enter', label: 'Open the row in a new tab' });
  if (can.edit) list.push({ keys: 'e', label: 'Edit the row' });
  return list;
}

/** Shows the full text of a cut-off cell on hover. */
function explainCutText(event: MouseEvent) {
  const cell = (event.target as HTMLElement).closest('td');
  if (!cell || cell.title) return;
  const isCut = [cell, ...cell.querySelectorAll<HTMLElement>('span, a')].some(
    (part) => part.scrollWidth > part.clientWidth && part.clientWidth > 0,
  );
  if (isCut) cell.title = cell.textContent ?? '';
}
