import { DealerEntity } from '../dealers.ts';

/** After so many tries something that others keep changing waits for the second pass. */
const MOST_TRIES = 3;

/** Where a dealer stood before its move and stands since. */
export interface MovedDealer {
  DealerKey: number;
  from: string;
  to: string;
}

/** A part of a move's work. `cursor`: where it continues, null at the end. `left`: what cannot follow, and why. */
export interface Step {
  cursor: string | null;
  left: { what: string; error: unknown }[];
}

/** What follows a moved dealer: items that are stored, found or counted under the place of their dealer. */
export interface DealerFollower {
  /** Unique; the move stores it while it works on this follower. */
  name: string;
  step(moved: MovedDealer, cursor: string | undefined): Promise<Step>;
}

/**
 * `page` finds items that may be in the old place. `settle` puts one where its dealer stands now, on the condition that nobody else
 * changes it meanwhile, and returns false if somebody did. So items end in the right place whichever move finds them, and however often.
 */
export const dealerFollower = <Item>({
  name,
  page,
  settle,
  labelOf,
}: {
  name: string;
  page(moved: MovedDealer, cursor: string | null): Promise<{ data: Item[]; cursor: string | null }>;
  settle(item: Item, moved: MovedDealer): Promise<boolean>;
  labelOf(item: Item): string;
}): DealerFollower => ({
  name,
  async step(moved, place) {
    const { data, cursor } = await page(moved, place ?? null);
    const left: Step['left'] = [];
    for (const item of data) {
      try {
        for (let tries = 1; tries <= MOST_TRIES; tries++) if (await settle(item, moved)) break;
      } catch (error) {
        if (!isLasting(error)) throw error;
        left.push({ what: labelOf(item), error });
      }
    }
    return { cursor, left };
  },
});

/** Where a dealer stands at this moment. */
export const pathOf = async (DealerKey: number) =>
  (await DealerEntity.get({ DealerKey }).go({ consistent: true, attributes: ['dealerPath'] })).data?.dealerPath;

/** True if the table rejects a write however often it is tried ("Error Handling for Transactions", DynamoDB). */
const isLasting = (error: unknown): boolean =>
  error instanceof Error &&
  (/\b(ValidationError|ValidationException|ItemCollectionSizeLimitExceeded)\b/.test(`${error.name} ${error.message}`) ||
    isLasting(error.cause));
