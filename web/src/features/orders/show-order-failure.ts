import { AppError } from '#core/errors.ts';
import { showFailureUnder } from '#web/lib/messages/show.ts';

/** Shows why a form was not saved under a title of the specification; what belongs to a field shows there only. */
export function showOrderFailure(title: string, error: unknown): void {
  const isOfFields = error instanceof AppError && error.code === 'INVALID' && error.issues.length > 0;
  if (!isOfFields) showFailureUnder(title, error);
}
