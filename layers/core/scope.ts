import { z } from 'zod';
import type { AccessFlag, UserType } from './access.ts';
import type { UserRecord } from './users/user-record.ts';

/** What a user may do, and who really acts. An item outside the rights does not exist for the user. */
export interface Rights {
  userKey: string;
  userName: string;
  /** First and last name. */
  fullName: string;
  userType: UserType;
  /** The shown dealer: the user's own, or one below it. */
  dealerKey: number;
  /** The path of the dealer in the tree, `/1/22/49/`. The caller sees this dealer and all below it. */
  dealerPath: string;
  /** The user's own dealer. A switch stays within its tree. */
  home: { dealerKey: number; dealerPath: string };
  flags: readonly AccessFlag[];
  /** The person who really acts. `until` is the end of access as another user. */
  actor: { userKey: string; userName: string; fullName: string; until?: string };
  /** Who issued the link by which the session was started. Undefined if the actor signed in alone. */
  enteredBy?: Person | undefined;
}

/** A person as they are stored elsewhere: a renamed or deleted user stays who they were. */
export const Person = z.object({ userKey: z.string(), userName: z.string(), fullName: z.string() });
export type Person = z.infer<typeof Person>;

/** Who acts: a user, or the portal itself. */
export type Actor = Pick<Rights, 'userKey' | 'userName' | 'fullName' | 'actor'> &
  Partial<Pick<Rights, 'dealerKey' | 'home' | 'enteredBy'>>;

/** Who acted, as it is stored: a renamed or deleted user stays who they were. */
export const ActedBy = z.object({
  actorKey: z.string(),
  actorName: z.string(),
  actorFullName: z.string(),
  /** The user whose access the actor used: the actor unless access was taken on. */
  asUserKey: z.string(),
  asUserName: z.string(),
  asUserFullName: z.string(),
  /** The dealer that the actor was shown as. Absent if it was the actor's own. */
  asDealerKey: z.number().optional(),
  /** Who issued the link by which the actor's session was started. Absent if the actor signed in alone. */
  enteredByKey: z.string().optional(),
  enteredByName: z.string().optional(),
  enteredByFullName: z.string().optional(),
});
export type ActedBy = z.infer<typeof ActedBy>;

/** Who acts now, as it is stored. */
export const actedBy = ({ userKey, userName, fullName, actor, dealerKey, home, enteredBy }: Actor): ActedBy => ({
  actorKey: actor.userKey,
  actorName: actor.userName,
  actorFullName: actor.fullName,
  asUserKey: userKey,
  asUserName: userName,
  asUserFullName: fullName,
  ...(home && dealerKey !== home.dealerKey && { asDealerKey: dealerKey }),
  ...(enteredBy && {
    enteredByKey: enteredBy.userKey,
    enteredByName: enteredBy.userName,
    enteredByFullName: enteredBy.fullName,
  }),
});

/** The rights of a request. Stores take it first. */
export interface Scope extends Rights {
  sessionId: string;
  grounds: Grounds;
}

/** The rights for work that is done later, and what they were read from. */
export type LaterRights = Rights & Pick<Scope, 'grounds'>;

/** What the rights of a request were read from. A change that gives rights is refused if it has changed since. */
export interface Grounds {
  /** The actor, and the user whose access was taken on. */
  users: readonly UserRecord[];
}

/** Covers every dealer, for work of the system itself. */
export const WHOLE_TREE: Pick<Scope, 'dealerPath'> = { dealerPath: '/' };

/** Returns true if the dealer at `dealerPath` is within the scope. A malformed item without a path is in no scope. */
export const covers = (scope: Pick<Scope, 'dealerPath'>, dealerPath: string | undefined) =>
  typeof dealerPath === 'string' && dealerPath.startsWith(scope.dealerPath);

/** Returns `[1, 22, 49]` for `/1/22/49/`. A malformed part of the path names no dealer. */
export const dealerKeysOf = (dealerPath: string) =>
  dealerPath.split('/').filter(Boolean).map(Number).filter(Number.isSafeInteger);

type Place = { DealerKey: number; dealerPath: string };

/** The dealers that read what happened to a unit at `then`: those above the unit now, and above the dealer that had it when it happened. */
export const readersOf = (then: Place, now: Place): number[] => {
  const above = dealerKeysOf(now.dealerPath);
  if (then.DealerKey === now.DealerKey) return above;
  const had = dealerKeysOf(then.dealerPath);
  return above.filter((key) => had.includes(key));
};
