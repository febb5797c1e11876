import { liveStore } from '#data/live/live.ts';
import { isRunning } from '#platform/session/sign-in.ts';

/** Accepts a browser with a valid ticket and a running session. */
export async function connect(connectionId: string, ticket: string | undefined) {
  const now = Date.now();
  const sessionId = ticket && (await liveStore.redeemTicket(ticket, now));
  if (!sessionId || !(await isRunning(sessionId, now))) return { statusCode: 401 };
  await liveStore.open(connectionId, sessionId, now);
  return { statusCode: 200 };
}
