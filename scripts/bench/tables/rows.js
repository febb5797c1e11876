/** The rows and columns that every table shows. */
export const COLUMN_NAMES = Array.from({ length: 25 }, (_, index) => `column ${index + 1}`);
export const ROW_PIXELS = 36;

const textOf = (row, column) => `${String((row * 7919 + column * 104_729) % 1_000_000).padStart(6, '0')} of ${column}`;

export const ROWS = Array.from({ length: 1_000 }, (_, row) => ({
  id: `row ${row + 1}`,
  ...Object.fromEntries(COLUMN_NAMES.map((name, column) => [name, textOf(row, column)])),
}));
