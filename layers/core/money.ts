/** An amount for people. @param cents Whole cents. `-125000` is "-$1,250.00". */
export const shownCents = (cents: number): string => `${cents < 0 ? '-' : ''}$${AMOUNT.format(Math.abs(cents) / 100)}`;
const AMOUNT = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
