import { AccountBusy, NotWanted, WantUnknown } from '#adapters/carriers/wanted.ts';
import { type Access, mayAccess } from '#core/access.ts';
import type { Asker } from '#core/auth/identities.ts';
import { AppError } from '#core/errors.ts';
import type { LaterRights } from '#core/scope.ts';
import { rightsLater } from '../session/rights-now.ts';

/** Reads the rights of who asks, at the moment when the carrier has its turn for them. Throws if they have none. */
export type RightsInTurn = () => Promise<LaterRights>;

/** The rights of somebody who must still have the access. CONFLICT if they do not. */
export const rightsOf =
  (asker: Asker, access: Access): RightsInTurn =>
  async () => {
    const rights = await rightsLater(asker, Date.now());
    if (rights && mayAccess(access, rights)) return rights;
    throw new AppError('CONFLICT', 'The access with which this was asked for has ended');
  };

/**
 * Checks a request in the carrier's turn for it, which can come long after it was asked for. `reasonOf` returns the refusal of the check in place of
 * the NotWanted of the adapter. A check that could not be made is no refusal: its error is thrown, and the request can be tried again.
 */
export function checkedInTurn(check: () => Promise<unknown>, isStillWanted = async (): Promise<boolean> => true) {
  let refusal: unknown;
  return {
    async isWanted(): Promise<boolean> {
      if (!(await isStillWanted())) return false;
      try {
        await check();
        return true;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        refusal = error;
        return false;
      }
    },
    reasonOf: (error: unknown): unknown => (error instanceof NotWanted ? (refusal ?? error) : error),
  };
}

const UNCHECKED = 'The portal could not check whether it still may';

/** Why a request was not made, beside the words of the audit that it was not. A failure of the portal is in its log. */
export function reasonIn(error: unknown): string {
  if (error instanceof NotWanted) return 'Nobody wanted it any more';
  if (error instanceof AccountBusy) return 'The account was busy for too long';
  return error instanceof AppError && !(error instanceof WantUnknown) ? error.message : UNCHECKED;
}
