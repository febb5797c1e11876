import type { AccessFlag, UserType } from './access.ts';

/** On whose behalf a request acts. Stores take it first: what lies outside it does not exist for the caller. */
export interface Scope {
  sessionId: string;
  userKey: string;
  userName: string;
  userType: UserType;
  /** The dealer that the session is shown as: the user's own, or one below it. */
  dealerKey: number;
  /** The dealer's place in the tree, `/1/22/49/`: the caller sees it and all below. */
  dealerPath: string;
  /** The user's own dealer: nothing outside of its tree can be switched to. */
  home: { dealerKey: number; dealerPath: string };
  flags: readonly AccessFlag[];
  /** Who really acts, where access was taken on from another user; `until` is when that ends by itself. */
  actor: { userKey: string; userName: string; until?: string };
}

/** Covers every dealer: for work that nobody signed in asks for. */
export const WHOLE_TREE: Pick<Scope, 'dealerPath'> = { dealerPath: '/' };

/** Whether something of the dealer at `dealerPath` lies within the scope. */
export const covers = (scope: Pick<Scope, 'dealerPath'>, dealerPath: string) => dealerPath.startsWith(scope.dealerPath);

/** `/1/22/49/` gives `[1, 22, 49]`. */
export const dealerKeysOf = (dealerPath: string) => dealerPath.split('/').filter(Boolean).map(Number);
