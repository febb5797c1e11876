import type { DealerRecord } from '#core/dealers/dealer-record.ts';
import { change, RETRY, retry } from '../kit/change.ts';
import { versionIs } from '../kit/conditions.ts';
import { type Renewal, type RenewedNames, renewOne } from '../kit/renewed-names.ts';
import { DealerEntity, DealerNameEntity, inTree, reservedNameKey } from './dealers.ts';
import type { ReservedName } from './reserved-names.ts';

/**
 * Reserves the names of all dealers in the form in which names are compared now, and frees the former forms. A name stays as it is if a dealer beside it has one that looks
 * alike. It can be repeated, and people can work meanwhile.
 */
export async function renewDealerNames(): Promise<RenewedNames> {
  const { data: dealers } = await inTree('/').go({ pages: 'all' });
  const parents = new Set([0, ...dealers.map(({ DealerParent }) => DealerParent ?? 0)]);
  const reserved = new Map<number, ReservedName[]>();
  for (const parent of parents) {
    const { data } = await DealerNameEntity.query.dealerName({ parent }).go({ pages: 'all', consistent: true });
    for (const one of data) reserved.set(one.DealerKey, [...(reserved.get(one.DealerKey) ?? []), one]);
  }
  const names: RenewedNames = { count: 0, left: [], alike: [] };
  for (const { DealerKey } of dealers)
    await renewOne(names, `dealer ${DealerKey}`, () => renew(DealerKey, reserved.get(DealerKey) ?? []));
  return names;
}

const renew = (DealerKey: number, reserved: readonly ReservedName[]): Promise<Renewal> =>
  retry('Others change the dealer all the time', async () => {
    const { data: dealer } = await DealerEntity.get({ DealerKey }).go({ consistent: true });
    if (!dealer) return false;
    const key = reservedNameKey(dealer);
    const { data: holder } = await DealerNameEntity.get(key).go({ consistent: true });
    if (holder && holder.DealerKey !== DealerKey) return looksLike(dealer, holder.DealerKey);
    const former = reserved.filter(({ parent, name }) => parent !== key.parent || name !== key.name);
    if (holder && former.length === 0) return false;
    await change({ entities: { dealer: DealerEntity, name: DealerNameEntity }, refused: { changed: RETRY } }, (to) => [
      to.dealer.check({ DealerKey }).where(versionIs(dealer.version)).commit(),
      ...(holder ? [] : [to.name.create(key).commit()]),
      ...former.map((one) =>
        to.name
          .delete(one)
          // Another dealer can have reserved it since it was read.
          .where((item, { eq, notExists }) => `${eq(item.DealerKey, DealerKey)} OR ${notExists(item.DealerKey)}`)
          .commit(),
      ),
    ]);
    return true;
  });

const looksLike = ({ DealerKey, DealerName }: DealerRecord, other: number) =>
  `dealer ${DealerKey} "${DealerName}" looks like dealer ${other}`;
