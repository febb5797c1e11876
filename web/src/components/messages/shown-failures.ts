const shown = new WeakSet<object>();

/** Marks a failure that a toast shows. */
export function markShown(failure: unknown): void {
  if (typeof failure === 'object' && failure !== null) shown.add(failure);
}

/** True if a toast shows the failure, so that a form does not repeat it. */
export const wasShown = (failure: unknown): boolean =>
  typeof failure === 'object' && failure !== null && shown.has(failure);
