import { DealerEntity } from '../dealers.ts';

/** An item that others keep changing waits for the second pass after this many tries. */
const MAX_TRIES = 3;

/** A moved dealer, with its old and its new path, and when it moved. */
export interface MovedDealer {
  DealerKey: number;
  from: string;
  to: string;
  startedAt: string;
}

/** A part of a move's work. `cursor`: where it continues, null at the end. `left`: what cannot follow, and why. */
export interface Step {
  cursor: string | null;
  left: { what: string; error: unknown }[];
}

/** Items that follow a moved dealer, because they are stored, found or counted under its path. */
export interface DealerFollower {
  /** Unique; the move stores it while it works on this follower. */
  name: string;
  /** The lowest follows first. People go before what a dealer has much of: until then they act at the old place. */
  order: number;
  step(moved: MovedDealer, cursor: string | undefined): Promise<Step>;
}

/**
 * `page` finds items that may be in the old place. `settle` moves one to its dealer's present place. It returns false if somebody else
 * changed the item meanwhile. So repeated and overlapping moves leave every item in the right place.
 */
export const dealerFollower = <Item>({
  name,
  order,
  page,
  settle,
  labelOf,
}: Pick<DealerFollower, 'name' | 'order'> & {
  page(moved: MovedDealer, cursor: string | null): Promise<{ data: Item[]; cursor: string | null }>;
  settle(item: Item, moved: MovedDealer): Promise<boolean>;
  labelOf(item: Item): string;
}): DealerFollower => ({
  name,
  order,
  async step(moved, place) {
    const { data, cursor } = await page(moved, place ?? null);
    const left: Step['left'] = [];
    for (const item of data) {
      try {
        for (let tries = 1; tries <= MAX_TRIES; tries++) if (await settle(item, moved)) break;
      } catch (error) {
        if (!isLasting(error)) throw error;
        left.push({ what: labelOf(item), error });
      }
    }
    return { cursor, left };
  },
});

/** The present path of a dealer, read consistently. */
export const pathOf = async (DealerKey: number) =>
  (await DealerEntity.get({ DealerKey }).go({ consistent: true, attributes: ['dealerPath'] })).data?.dealerPath;

/** True if the table rejects a write however often it is tried ("Error Handling for Transactions", DynamoDB). */
const isLasting = (error: unknown): boolean =>
  error instanceof Error &&
  (/\b(ValidationError|ValidationException|ItemCollectionSizeLimitExceeded)\b/.test(`${error.name} ${error.message}`) ||
    isLasting(error.cause));
