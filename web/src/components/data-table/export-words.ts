const rowCount = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`;

interface Exported {
  /** The number of selected rows; undefined if all rows are exported. */
  selected: number | undefined;
  /** The number of rows of the list; undefined if it is unknown. */
  total: number | undefined;
}

/** What an export will contain: `All 23,410 rows that match.` */
export function exportWords({ selected, total }: Exported): string {
  if (selected !== undefined) return `${selected.toLocaleString('en')} selected ${selected === 1 ? 'row' : 'rows'}.`;
  if (total === 1) return 'The 1 row that matches.';
  return total === undefined ? 'All rows that match.' : `All ${rowCount(total)} that match.`;
}

/** Why an export does not go on by itself: `Stopped after 12,000 rows. Watchkeep cannot be reached.` */
export const stoppedWords = (rows: number, reason: string): string => `Stopped after ${rowCount(rows)}. ${reason}`;

/** What a finished export contains. A selected row can have left the list. */
export function exportedWords(rows: number, selected: number | undefined): string {
  if (selected === undefined || rows === selected) return `Exported ${rowCount(rows)}`;
  return `Exported ${rows.toLocaleString('en')} of ${selected.toLocaleString('en')} selected rows. The others are not in this list.`;
}
