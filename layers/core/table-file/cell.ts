/** The value of a cell of an exported file. */
export type CellValue = string | number | boolean | Date | null | undefined;

/** The text of a value. */
export function cellText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return String(value ?? '');
}
