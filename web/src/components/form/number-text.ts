/** Reads a typed number: digits with an optional sign and point, grouped by commas or spaces. NaN for other text. */
export function parseNumber(typed: string): number | undefined {
  const text = typed.replaceAll(/[\s,_]/g, '');
  if (text === '') return undefined;
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
}
