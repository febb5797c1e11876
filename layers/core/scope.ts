import type { AccessFlag, UserType } from './access.ts';

/** The rights of a request. Stores take it first. An item outside it does not exist for the caller. */
export interface Scope {
  sessionId: string;
  userKey: string;
  userName: string;
  userType: UserType;
  /** The shown dealer: the user's own, or one below it. */
  dealerKey: number;
  /** The path of the dealer in the tree, `/1/22/49/`. The caller sees this dealer and all below it. */
  dealerPath: string;
  /** The user's own dealer. A switch stays within its tree. */
  home: { dealerKey: number; dealerPath: string };
  flags: readonly AccessFlag[];
  /** The person who really acts. `until` is the end of access as another user. */
  actor: { userKey: string; userName: string; until?: string };
}

/** Covers every dealer, for work of the system itself. */
export const WHOLE_TREE: Pick<Scope, 'dealerPath'> = { dealerPath: '/' };

/** Returns true if the dealer at `dealerPath` is within the scope. */
export const covers = (scope: Pick<Scope, 'dealerPath'>, dealerPath: string) => dealerPath.startsWith(scope.dealerPath);

/** Returns `[1, 22, 49]` for `/1/22/49/`. */
export const dealerKeysOf = (dealerPath: string) => dealerPath.split('/').filter(Boolean).map(Number);
