import type { DealerRecord } from '#core/dealers/dealer-record.ts';
import { DealerNameEntity, reservedNameKey } from './dealers.ts';

export type ReservedName = ReturnType<typeof reservedNameKey>;

/** The keys by which a dealer's name is reserved. A name of an earlier version has another key, and its present one can belong to a dealer beside it. */
export async function reservedNamesOf(dealer: DealerRecord): Promise<ReservedName[]> {
  const key = reservedNameKey(dealer);
  const { data: holder } = await DealerNameEntity.get(key).go({ consistent: true });
  if (holder?.DealerKey === dealer.DealerKey) return [key];
  const { parent } = key;
  const { data } = await DealerNameEntity.query.dealerName({ parent }).go({ pages: 'all', consistent: true });
  return data.filter(({ DealerKey }) => DealerKey === dealer.DealerKey);
}
