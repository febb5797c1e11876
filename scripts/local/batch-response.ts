/**
 * The items of a batch that a function reported as failed. If Lambda cannot read the report, the whole batch has
 * failed (Lambda Developer Guide, "Reporting batch item failures", Success and failure conditions).
 */
export function failedItems(result: unknown, all: readonly string[]): Set<string> {
  if (result === null || result === undefined) return new Set();
  if (typeof result !== 'object') return new Set(all);
  const { batchItemFailures = null } = result as { batchItemFailures?: unknown };
  if (batchItemFailures === null) return new Set();
  if (!Array.isArray(batchItemFailures)) return new Set(all);
  const failed = batchItemFailures.map((failure: { itemIdentifier?: unknown } | null) => failure?.itemIdentifier);
  const understood = failed.every((id): id is string => typeof id === 'string' && all.includes(id));
  return new Set(understood ? failed : all);
}
