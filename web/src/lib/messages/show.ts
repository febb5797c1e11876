import { markShown } from '#web/components/messages/shown-failures.ts';
import {
  type ShownMessage,
  toastFailure,
  toastNotice,
  toastSuccess,
  toastWarning,
} from '#web/components/messages/toaster.tsx';
import { RequestError } from '../api/request-error.ts';
import { TOAST_DURATION } from '../durations.ts';
import { toastFor } from './toast-for.ts';

/** Shows a failure as a toast, unless the screen shows it elsewhere. Returns what was shown. */
export function showFailure(error: unknown): ShownMessage | undefined {
  const toast = toastFor(error);
  if (!toast) return undefined;
  markShown(error);
  const { tone, ...words } = toast;
  return tone === 'danger' ? toastFailure(words) : toastWarning(words);
}

/** Shows a failure under a title of the specification, with the reason. Returns what was shown. */
export function showFailureUnder(title: string, error: unknown): ShownMessage | undefined {
  const toast = toastFor(error);
  if (!toast) return undefined;
  markShown(error);
  const { description, duration } = toast;
  return toastFailure({ title, duration, ...(description !== title && { description }) });
}

/** Reports a failure in words of the specification. The screen shows the reason. */
export const showFailureAs = (title: string) => () => toastFailure({ title, duration: TOAST_DURATION.failure });

/** Logs a failure to the console, for failures that the screen shows in another way. */
export const logFailure = (error: unknown) =>
  console.warn(
    'Could not refresh:',
    error instanceof Error ? error.message : error,
    ...(error instanceof RequestError ? [`(reference ${error.correlationId})`] : []),
  );

/** Reports a change with a button that undoes it: `undo` sends the opposite call, which restores exactly what was. */
export const showUndoable = (title: string, undo: () => Promise<unknown>) =>
  toastSuccess({
    title,
    duration: TOAST_DURATION.withUndo,
    action: { label: 'Undo', run: () => void undo() },
  });

export const showSuccess = (title: string) => toastSuccess({ title, duration: TOAST_DURATION.success });

/** Reports a change with a button that opens what was made. */
export const showMade = (title: string, label: string, open: () => unknown) =>
  toastSuccess({ title, duration: TOAST_DURATION.withUndo, action: { label, run: () => void open() } });

/** The answer to a Save on a page where nothing has changed [P2-V30]. Its words are those of the server. */
export const showNothingToUpdate = () => toastNotice({ title: 'Nothing to update', duration: TOAST_DURATION.success });
