import { AppError } from '#core/errors.ts';
import { EMPTY_DRAFT, type OrderDetails, type StoredDraft, type StoredItem } from '#core/orders/order.ts';
import { MAX_ORDER_ITEMS } from '#core/orders/order-key.ts';
import { invalid } from '#core/orders/rules.ts';
import type { Scope } from '#core/scope.ts';
import { change } from '../kit/change.ts';
import { versionIs } from '../kit/conditions.ts';
import { OrderDraftEntity, UdiPartEntity } from './entities.ts';
import { udiWrites } from './udis.ts';

type Writer = Pick<Scope, 'dealerKey' | 'userKey'>;

export const draftKeyOf = ({ dealerKey, userKey }: Writer) => ({ DealerKey: dealerKey, UserKey: userKey });

export const DRAFT_CHANGED = 'Your order was changed in another window. Please look at it again';

export const draftStore = {
  /** The order that the scope's user writes for the scope's dealer. */
  async get(scope: Writer): Promise<StoredDraft> {
    const { data } = await OrderDraftEntity.get(draftKeyOf(scope)).go({ consistent: true });
    if (!data) return EMPTY_DRAFT;
    const { items, details, shippingKey, version } = data;
    return { items, details, shippingKey: shippingKey ?? '', version };
  },

  /** The draft in the version that the person saw; CONFLICT if there is another one. */
  async getVersion(scope: Writer, version: number): Promise<StoredDraft> {
    const draft = await this.get(scope);
    if (draft.version !== version) throw new AppError('CONFLICT', DRAFT_CHANGED);
    return draft;
  },

  /** Adds the item, or puts it in the place of the one with its key. `udis`: the new content of its file; undefined if that stays. */
  saveItem(scope: Writer, was: StoredDraft, item: StoredItem, udis: readonly string[] | undefined) {
    const isKnown = was.items.some(({ orderItemKey }) => orderItemKey === item.orderItemKey);
    if (!isKnown && was.items.length >= MAX_ORDER_ITEMS)
      throw invalid('profile', `An order has at most ${MAX_ORDER_ITEMS} items`);
    const items = isKnown
      ? was.items.map((one) => (one.orderItemKey === item.orderItemKey ? item : one))
      : [...was.items, item];
    return write(scope, was, { items }, udis && { orderItemKey: item.orderItemKey, udis });
  },

  deleteItem(scope: Writer, was: StoredDraft, orderItemKey: string) {
    const items = was.items.filter((one) => one.orderItemKey !== orderItemKey);
    if (items.length === was.items.length) throw new AppError('NOT_FOUND', 'There is no such order item');
    return write(scope, was, { items }, { orderItemKey, udis: [] });
  },

  saveDetails: (scope: Writer, was: StoredDraft, details: OrderDetails, shippingKey: string) =>
    write(scope, was, { details, shippingKey }),
};

async function write(
  scope: Writer,
  was: StoredDraft,
  changed: Partial<StoredDraft>,
  file?: { orderItemKey: string; udis: readonly string[] },
): Promise<StoredDraft> {
  const next = { ...was, ...changed, version: was.version + 1 };
  await change(
    { entities: { draft: OrderDraftEntity, part: UdiPartEntity }, refused: { changed: DRAFT_CHANGED } },
    (to) => [
      to.draft
        .put({ ...draftKeyOf(scope), ...next })
        .where(versionIs(was.version || undefined))
        .commit(),
      ...(file ? udiWrites(to.part, file.orderItemKey, file.udis) : []),
    ],
  );
  return next;
}
