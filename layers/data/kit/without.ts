/**
 * Those of `items` that are not among `others`, each once, as a transaction names no item twice. The same are those that are written
 * alike, so both have to come from one maker.
 */
export function without<Item extends object>(items: readonly Item[], others: readonly Item[]): Item[] {
  const left = new Map(items.map((item) => [JSON.stringify(item), item]));
  for (const other of others) left.delete(JSON.stringify(other));
  return [...left.values()];
}
