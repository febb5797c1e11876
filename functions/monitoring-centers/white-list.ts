import type { Handlers } from '#core/contract.ts';
import { AppError } from '#core/errors.ts';
import { CLOSED } from '#core/monitoring-centers/center.ts';
import type { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import type { Scope } from '#core/scope.ts';
import { centerStore, whiteListStore } from '#data/monitoring-centers/centers.ts';

type WhiteList = Pick<
  Handlers<typeof monitoringCenters>,
  'whiteList' | 'addToWhiteList' | 'changeWhiteList' | 'removeFromWhiteList'
>;

export const whiteList: WhiteList = {
  async whiteList({ input, scope }) {
    const [{ items, cursor }, centers] = await Promise.all([whiteListStore.list(scope, input), centerStore.all(scope)]);
    const names = new Map(centers.map(({ id, name }) => [id, name]));
    return { items: items.map((entry) => ({ ...entry, name: names.get(entry.mcKey) ?? '' })), cursor };
  },

  async addToWhiteList({ input, scope }) {
    await requireOpen(scope, input.mcKey);
    return whiteListStore.add(scope, input, Date.now());
  },

  async changeWhiteList({ input: { id, version, ...fields }, scope }) {
    await requireOpen(scope, fields.mcKey);
    return whiteListStore.update(scope, { id, version }, fields, Date.now());
  },

  async removeFromWhiteList({ input, scope }) {
    await whiteListStore.remove(scope, input, Date.now());
    return {};
  },
};

/** NOT_FOUND if the scope's dealer has no such centre, CONFLICT if it is closed. */
async function requireOpen(scope: Scope, mcKey: string): Promise<void> {
  const { status } = await centerStore.get(scope, mcKey);
  if (status === CLOSED) throw new AppError('CONFLICT', 'The monitoring centre is closed');
}
