import { matchSorterWithRankInfo, rankings } from 'match-sorter';

/** An item that matches a query; a higher rank is a better match. */
export interface Match<Item> {
  item: Item;
  rank: number;
}

interface Texts<Item> {
  text: (item: Item) => string;
  /** Texts that match with less weight: hints, keywords. */
  more?: (item: Item) => string[];
}

/**
 * The items that match every word of the query, best first; equal matches keep their order.
 * A word matches a part of a text or its initials, never scattered letters.
 */
export function findMatches<Item>(query: string, items: readonly Item[], { text, more }: Texts<Item>): Match<Item>[] {
  const options = {
    keys: [
      (match: Match<Item>) => text(match.item),
      { key: (match: Match<Item>) => more?.(match.item) ?? [], maxRanking: rankings.ACRONYM },
    ],
    threshold: rankings.ACRONYM,
    sorter: <Ranked>(ranked: Ranked[]) => ranked,
  };
  const words = query.split(/\s+/).filter(Boolean);
  return words
    .reduce<Match<Item>[]>(
      (matches, word) =>
        matchSorterWithRankInfo(matches, word, options).map(({ item: match, rank }) => ({
          item: match.item,
          rank: match.rank + rank,
        })),
      items.map((item) => ({ item, rank: 0 })),
    )
    .sort((a, b) => b.rank - a.rank);
}
