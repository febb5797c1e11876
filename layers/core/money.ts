/** An amount for people. @param cents Whole cents. `-1250` is "-$12.50". */
export const shownCents = (cents: number): string => `${cents < 0 ? '-' : ''}$${(Math.abs(cents) / 100).toFixed(2)}`;
