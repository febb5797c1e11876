/** Marks the button of a row that the key `e` presses. */
export const EDITS_ROW = { 'data-edits-row': '' };

const BUTTON = '[data-edits-row]:not(:disabled)';

/** True if a row on screen can be edited with a button. */
export const hasEditableRow = (table: HTMLElement | null): boolean => Boolean(table?.querySelector(BUTTON));

/** Presses the row's button to edit it. Returns false if the row has none. */
export function editRow(row: HTMLElement): boolean {
  const button = row.querySelector<HTMLElement>(BUTTON);
  button?.click();
  return button !== null;
}
