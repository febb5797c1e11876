import { DealerEntity } from '../dealers.ts';

/** How often something is tried that somebody else changes in the same moment; after that the second pass finds it. */
const MOST_TRIES = 3;

/** Where a phase goes on, null when it is through; and what could not follow, with the reason. */
export interface Step {
  cursor: string | null;
  left: { what: string; error: unknown }[];
}

/** Where a dealer stands in this moment. */
export const pathOf = async (DealerKey: number) =>
  (await DealerEntity.get({ DealerKey }).go({ consistent: true, attributes: ['dealerPath'] })).data?.dealerPath;

/** Tries again where somebody changed what was read in the same moment. */
export async function untilStill(settle: () => Promise<boolean>): Promise<void> {
  for (let tries = 1; tries <= MOST_TRIES; tries++) if (await settle()) return;
}

/** Does the work for each; what can never be written is left, so that it does not keep the rest from following. */
export async function each<Item>(
  items: readonly Item[],
  name: (item: Item) => string,
  work: (item: Item) => Promise<void>,
): Promise<Step['left']> {
  const left: Step['left'] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      if (!isLasting(error)) throw error;
      left.push({ what: name(item), error });
    }
  }
  return left;
}

/** Whether the table will never take a write, however often it is tried ("Error Handling for Transactions", DynamoDB). */
const isLasting = (error: unknown): boolean =>
  error instanceof Error &&
  (/\b(ValidationError|ValidationException|ItemCollectionSizeLimitExceeded)\b/.test(`${error.name} ${error.message}`) ||
    isLasting(error.cause));
