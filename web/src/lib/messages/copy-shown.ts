import { toastFailure } from '#web/components/messages/toaster.tsx';
import { copyText } from '#web/components/text/copy-text.ts';
import { TOAST_DURATION } from '../durations.ts';
import { showSuccess } from './show.ts';

/** Copies text that is on screen, and reports the outcome by a toast. */
export async function copyShown(name: string, text: string, success = `${name} copied`): Promise<void> {
  if (await copyText(text)) showSuccess(success);
  else
    toastFailure({
      title: `${name} not copied`,
      description: 'Select and copy it yourself.',
      duration: TOAST_DURATION.failure,
    });
}
