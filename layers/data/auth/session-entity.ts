import { Entity } from 'electrodb';
import type { Session } from '#core/auth/session.ts';
import { SIGN_IN_METHODS } from '#core/auth/sign-in-method.ts';
import type { Person } from '#core/scope.ts';
import { jsonOf, number, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { at, primary, secondary, serviceOf } from '../kit/table.ts';

/** A running session. Deleting the item ends it wherever its token is used. */
export const SessionEntity = new Entity(
  {
    model: { service: serviceOf('sessions'), entity: 'session', version: '1' },
    attributes: {
      sessionId: requiredText,
      UserKey: requiredText,
      /** The user whose access the session uses: its own user unless access was taken on. */
      asUserKey: requiredText,
      /** When the access that was taken on ends, in milliseconds. Absent if the access is the user's own. */
      asUntil: number,
      /** The dealer that the session is shown as while it uses the access of this user. Absent if it is the user's own dealer. */
      shown: jsonOf<NonNullable<Session['shown']>>(),
      /** Who issued the link by which the session was started. Absent if the user signed in alone. */
      enteredBy: jsonOf<Person>(),
      lastActiveAt: requiredNumber,
      startedAt: requiredText,
      /** How and from where the user signed in. Users tell their own sessions apart by it. */
      method: { type: SIGN_IN_METHODS },
      userAgent: text,
      sourceIp: text,
      /** Milliseconds. A later sign-out from all sessions ends this one too, even if this item was written after it. */
      signedOutBefore: number,
      expiresAt: requiredNumber,
    },
    indexes: {
      session: primary(['sessionId'], []),
      byUser: secondary('gsi1', ['UserKey'], ['startedAt']),
    },
  },
  at,
);
