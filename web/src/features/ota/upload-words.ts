import { AppError } from '#core/errors.ts';
import { TELL_AN_ENGINEER } from '#core/ota/update.ts';
import { markShown } from '#web/components/messages/shown-failures.ts';
import { toastFailure } from '#web/components/messages/toaster.tsx';

/** P2-M69. */
export const UPDATE_WAITS = 'Firmware will be updated on the next appropriate ping';
export const CONFIGURATION_WAITS = 'The Unit will update on the next ping!';

/** Versions and release notes belong to the whole portal. */
export const ONLY_ROOT_ENGINEERS = 'Only engineers of the root dealer change versions and release notes';

/** Time to read it out to an engineer [P2-M32]. */
const FAILURE_MS = 20_000;

/** Shows why an update could not be sent: the server's reason if it gives one. */
export function showUploadFailure(error: unknown): void {
  markShown(error);
  const reason = error instanceof AppError && error.code !== 'INTERNAL' ? error.message : TELL_AN_ENGINEER;
  toastFailure({ title: reason, duration: FAILURE_MS });
}
