import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { type Access, type AccessFlag, type Holder, mayAccess } from '#core/access.ts';
import type { AccessMap, SessionUser } from '#core/auth/session-user.ts';

/** The signed-in user and their access. */
export interface Session {
  user: SessionUser;
  holder: Holder;
  /** True if the user has `access`, which is a screen's or an endpoint's. */
  may(access: Access): boolean;
  has(flag: AccessFlag): boolean;
}

export function sessionOf({ user, access }: { user: SessionUser; access: AccessMap }): Session {
  const flags = (Object.keys(access) as AccessFlag[]).filter((flag) => access[flag]);
  const holder: Holder = { userType: user.type, flags, home: { dealerKey: user.ownDealer }, dealerKey: user.dealer };
  return {
    user,
    holder,
    may: (guarded) => mayAccess(guarded, holder),
    has: (flag) => flags.includes(flag),
  };
}

const SessionContext = createContext<Session | undefined>(undefined);

export function SessionProvider({
  answer,
  children,
}: {
  answer: Parameters<typeof sessionOf>[0];
  children: ReactNode;
}) {
  const session = useMemo(() => sessionOf(answer), [answer]);
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** The session. Only screens behind the login have one. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('There is no session here: this component belongs behind the login');
  return session;
}

/** True if the user has `access`: `useMay(units.setReporting.access)`. */
export const useMay = (access: Access): boolean => useSession().may(access);
