import type { Session } from '#core/auth/session.ts';
import { instant } from '#core/time.ts';
import type { OwnSession } from '#core/user-settings/own-session.ts';

/** A session for its user. `current`: the id of the session that asks. */
export const shownSession = (session: Session, current: string): OwnSession => ({
  sessionId: session.sessionId,
  startedAt: session.startedAt,
  lastActiveAt: instant(session.lastActiveAt),
  isCurrent: session.sessionId === current,
  ...(session.method && { method: session.method }),
  ...(session.userAgent && { userAgent: session.userAgent }),
  ...(session.sourceIp && { sourceIp: session.sourceIp }),
});
