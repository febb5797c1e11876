import { showSuccess } from '../messages/show.ts';

/** The message of success. It is omitted if the screen shows the result anyway. */
export type SuccessWords<Answer> = string | ((answer: Answer) => string | undefined);

/** Says that a change is stored. A fault in its words is not one of the change. */
export function tellSuccess<Answer>(words: SuccessWords<Answer> | undefined, answer: Answer): void {
  try {
    const text = typeof words === 'function' ? words(answer) : words;
    if (text) showSuccess(text);
  } catch (fault) {
    showSuccess('Done');
    reportError(fault);
  }
}
