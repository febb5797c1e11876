import { liveStore } from '#data/live/live.ts';
import { isRunning } from '#platform/session/sign-in.ts';

/** Lets a browser in whose ticket is good and whose session still runs. */
export async function connect(connectionId: string, ticket: string | undefined) {
  const now = Date.now();
  const sessionId = ticket && (await liveStore.redeemTicket(ticket, now));
  if (!sessionId || !(await isRunning(sessionId, now))) return { statusCode: 401 };
  await liveStore.open(connectionId, sessionId, now);
  return { statusCode: 200 };
}
