import { shownCents } from '../money.ts';

/** An amount of US dollars, in whole cents. A text that begins with a minus would be no number in an exported file, and missing in a sum. */
export class Amount {
  readonly cents: number;

  constructor(cents: number) {
    this.cents = cents;
  }

  toString(): string {
    return shownCents(this.cents);
  }
}

/** The value of a cell of an exported file. */
export type CellValue = string | number | boolean | Date | Amount | null | undefined;

/** The text of a value. */
export function cellText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return String(value ?? '');
}
