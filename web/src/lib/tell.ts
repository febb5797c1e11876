import { toastFailure, toastSuccess, toastWarning } from '#web/components/toaster.tsx';
import { TOAST_DURATION } from './durations.ts';
import { toastFor } from './toast-for.ts';

/** Tells of a failure by a toast, unless another part of the screen does. */
export function tellFailure(error: unknown) {
  const toast = toastFor(error);
  if (!toast) return;
  const { tone, ...words } = toast;
  if (tone === 'danger') toastFailure(words);
  else toastWarning(words);
}

export const tellSuccess = (title: string) => toastSuccess({ title, duration: TOAST_DURATION.success });
