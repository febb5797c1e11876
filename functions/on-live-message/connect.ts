import { AppError } from '#core/errors.ts';
import { liveStore } from '#data/live.ts';
import { scopeOfSession } from '#platform/sign-in.ts';

/** Lets a browser in whose ticket is good and whose session still runs. */
export async function connect(connectionId: string, ticket: string | undefined) {
  const now = Date.now();
  const sessionId = ticket && (await liveStore.redeemTicket(ticket, now));
  if (!sessionId) return { statusCode: 401 };
  try {
    await scopeOfSession(sessionId, now);
  } catch (error) {
    if (error instanceof AppError) return { statusCode: 401 };
    throw error;
  }
  await liveStore.open(connectionId, sessionId, now);
  return { statusCode: 200 };
}
