import { orders } from '#core/orders/contract.ts';
import type { OrderProfile } from '#core/orders/order.ts';
import type { UnitModel } from '#core/units/unit.ts';
import { call } from '#web/lib/api/api.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';

const MAX_PAGE_SIZE = 1000;

/** All profiles of a list, page by page. */
async function readAll(flag: 'own' | 'standard', UnitModel: UnitModel) {
  const items: OrderProfile[] = [];
  let cursor: string | null = null;
  do {
    const page: { items: OrderProfile[]; cursor: string | null } = await call(orders.profiles, {
      ...{ flag, UnitModel, pageSize: MAX_PAGE_SIZE },
      ...(cursor && { cursor }),
    });
    items.push(...page.items);
    cursor = page.cursor;
  } while (cursor);
  return { items, cursor: null };
}

/** The profiles of a product that an item can have: those of the dealer, then the standard ones. */
export function useProfiles(UnitModel: UnitModel): readonly OrderProfile[] {
  const own = useEndpoint(orders.profiles, { flag: 'own', UnitModel }, { read: () => readAll('own', UnitModel) });
  const standard = useEndpoint(
    orders.profiles,
    { flag: 'standard', UnitModel },
    { read: () => readAll('standard', UnitModel) },
  );
  const all = [...(own.data?.items ?? []), ...(standard.data?.items ?? [])];
  return [...new Map(all.map((one) => [one.ProfileKey, one])).values()];
}
