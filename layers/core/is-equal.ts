/** Serializes plain data with sorted keys, because storage does not keep their order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  ) ?? 'undefined';

/** Compares two pieces of plain data by value. Undefined equals null. */
export const isEqual = (one: unknown, other: unknown): boolean => canonical(one ?? null) === canonical(other ?? null);
