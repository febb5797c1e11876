import { z } from 'zod';
import { DealerKey } from '../dealers/dealer.ts';
import { Instant, instant } from '../time.ts';

/** A dealer that had the unit before it was moved. */
export const FormerDealer = z.object({ DealerKey, until: Instant });
export type FormerDealer = z.infer<typeof FormerDealer>;

/**
 * The former dealers of a unit that is moved to another dealer now. Whoever moves a unit stores them with its new DealerKey.
 * @public Used by what moves a unit.
 */
export const formerDealersAfter = (
  { DealerKey, formerDealers = [] }: { DealerKey: number; formerDealers?: readonly FormerDealer[] | undefined },
  now: number,
): FormerDealer[] => [...formerDealers, { DealerKey, until: instant(now) }];

/**
 * The begin of the history that a reader may see: the last move of the unit away from a dealer that the reader may not see. Undefined
 * without such a move. What happened before concerns customers of that dealer.
 */
export const visibleFrom = (
  formerDealers: readonly FormerDealer[],
  maySee: (DealerKey: number) => boolean,
): string | undefined =>
  formerDealers
    .filter(({ DealerKey }) => !maySee(DealerKey))
    .map(({ until }) => until)
    .sort()
    .at(-1);
