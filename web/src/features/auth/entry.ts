import { auth } from '#core/auth/contract.ts';
import { AppError } from '#core/errors.ts';
import { call, type Input } from '#web/lib/api/api.ts';
import { forgetRoute } from '#web/lib/page/previous-route.ts';
import { keepSession, sessionToken } from '#web/lib/session/session-token.ts';

export type EntryInput = Input<typeof auth.convert>;

/**
 * Signs in by the token of a link, and returns the phone number for the monitoring-centre view. A session in this browser
 * stays: a link must not move a user to another account. With `needsNumber`, a link without a number starts no session.
 */
export async function enter(input: EntryInput, needsNumber: boolean): Promise<{ phoneNumber?: string | undefined }> {
  if (await sessionRuns()) return { phoneNumber: input.phonenumber };
  const { token, phoneNumber } = await call(auth.convert, input);
  if (needsNumber && !phoneNumber) {
    await call(auth.logout, {}, { token });
    throw new AppError('INVALID', 'This link names no phone number');
  }
  forgetRoute();
  keepSession(token);
  return { phoneNumber };
}

async function sessionRuns(): Promise<boolean> {
  if (sessionToken() === null) return false;
  try {
    await call(auth.access, {});
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNAUTHENTICATED') return false;
    throw error;
  }
}
