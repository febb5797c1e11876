/** `1 unit`, `12,000 units`. */
export const unitCount = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'unit' : 'units'}`;
