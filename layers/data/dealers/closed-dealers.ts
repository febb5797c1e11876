import { Entity } from 'electrodb';
import { ROOT_DEALER } from '#core/dealers/tree.ts';
import { dealerKeysOf } from '#core/scope.ts';
import { SECOND } from '#core/time.ts';
import { TtlCache } from '#core/ttl-cache.ts';
import { requiredText } from '../kit/attributes.ts';
import type { Operations } from '../kit/conditions.ts';
import { at, primary } from '../kit/table.ts';

/** The keys of all closed dealers: one item, because each request needs to know whether a dealer above its user is closed. */
export const ClosedDealersEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'closedDealers', version: '1' },
    attributes: { portal: requiredText, keys: { type: 'set', items: 'number' } },
    indexes: { closedDealers: primary(['portal'], []) },
  },
  at,
);
export const PORTAL = { portal: 'all' } as const;

/** The condition that no dealer at the paths, nor one above, is closed; undefined where none of them can be. */
export function noneClosed(dealerPaths: readonly string[]) {
  const keys = new Set(dealerPaths.flatMap(dealerKeysOf).filter((key) => key !== ROOT_DEALER));
  if (keys.size === 0) return undefined;
  return (closed: { keys: number[] }, { notContains }: Operations): string =>
    [...keys].map((key) => notContains(closed.keys, key as never)).join(' AND ');
}

/** A closed dealer's people are signed out within this time, and the cache of their session. */
const CACHE_MS = 20 * SECOND;
const cached = new TtlCache<ReadonlySet<number>>();

export const closedDealerStore = {
  async keys(now: number, { consistent = false } = {}): Promise<ReadonlySet<number>> {
    const known = consistent ? undefined : cached.get(PORTAL.portal, now);
    if (known) return known;
    const { data } = await ClosedDealersEntity.get(PORTAL).go({ consistent });
    const keys = new Set(data?.keys);
    cached.set(PORTAL.portal, keys, now + CACHE_MS);
    return keys;
  },

  /** True if the dealer at the path, or one above it, is closed. */
  async isClosed(dealerPath: string, now: number, how?: { consistent?: boolean }): Promise<boolean> {
    const keys = await this.keys(now, how);
    return keys.size > 0 && dealerKeysOf(dealerPath).some((key) => keys.has(key));
  },
};
