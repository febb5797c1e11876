import { SIGN_OUT_AFTER } from '#core/auth/idle.ts';
import type { Session } from '#core/auth/session.ts';
import type { UserRecord } from '#core/users/user-record.ts';

/** True if nobody was active in the session for too long, or if its lifetime has ended. */
export const isOver = (session: Session, now: number): boolean =>
  now - session.lastActiveAt > SIGN_OUT_AFTER || now >= session.expiresAt * 1000;

/** True if the user has ended all sessions since the session was started. */
export const wasSignedOut = ({ startedAt, signedOutBefore }: Session, { signedOutAt = 0 }: UserRecord): boolean =>
  Date.parse(startedAt) <= signedOutAt || signedOutAt > (signedOutBefore ?? signedOutAt);

/** True if the session of the user still runs. */
export const runs = (session: Session, user: UserRecord, now: number): boolean =>
  !isOver(session, now) && !wasSignedOut(session, user);
