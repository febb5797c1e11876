/** Plain data as a text that does not depend on the order of its keys, which storage does not keep. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  ) ?? 'undefined';

/** Whether two pieces of plain data say the same; nothing is the same as null. */
export const alike = (one: unknown, other: unknown): boolean => canonical(one ?? null) === canonical(other ?? null);
