import type { Handlers } from '#core/contract.ts';
import { AppError } from '#core/errors.ts';
import {
  CENTER_TAKEN,
  NEW,
  NUMBER_TAKEN,
  requireDeletable,
  requireStatusChange,
} from '#core/monitoring-centers/center.ts';
import type { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import { nameSkeleton } from '#core/name-skeleton.ts';
import { dealerStore } from '#data/dealers/dealers.ts';
import { centerStore, whiteListStore } from '#data/monitoring-centers/centers.ts';
import { centersOf, changeCentersOf, dealersWith } from '#data/monitoring-centers/centers-of-dealers.ts';
import { receiverStore } from '#data/monitoring-centers/receivers.ts';

type Administration = Pick<
  Handlers<typeof monitoringCenters>,
  'list' | 'ofDealer' | 'add' | 'update' | 'remove' | 'addRemove' | 'check'
>;

const shown = <Record extends { id: string }>({ id: mcKey, ...center }: Record) => ({ mcKey, ...center });

export const administration: Administration = {
  async list({ input, scope }) {
    const { items, cursor } = await centerStore.list(scope, input);
    return { items: items.map(shown), cursor };
  },

  async ofDealer({ input: { dealerKey }, scope }) {
    const centers = await centersOf(await dealerStore.get(scope, dealerKey));
    return {
      dealerKey,
      centers: centers.map(({ DealerKey, ...center }) => ({ ...shown(center), own: DealerKey === scope.dealerKey })),
    };
  },

  add: async ({ input, scope }) => shown(await centerStore.add(scope, { ...input, status: NEW }, Date.now())),

  async update({ input: { mcKey: id, version, ...wanted }, scope }) {
    const { name, protocol, status } = await centerStore.get(scope, id);
    const next = { name, protocol, status, ...wanted };
    requireStatusChange(status, next.status, next.status === status ? 0 : await dealersWith(scope, id));
    return shown(await centerStore.update(scope, { id, version }, next, Date.now()));
  },

  async remove({ input: { mcKey: id, version }, scope }) {
    const [{ status }, dealers, numbers, receiver] = await Promise.all([
      centerStore.get(scope, id),
      dealersWith(scope, id),
      whiteListStore.all(scope),
      receiverStore.get(id),
    ]);
    if (receiver) throw new AppError('CONFLICT', 'Remove the receiver of the monitoring centre first');
    requireDeletable(status, dealers, numbers.filter(({ mcKey }) => mcKey === id).length);
    await centerStore.remove(scope, { id, version }, Date.now());
    return {};
  },

  async addRemove({ input, scope }) {
    await changeCentersOf(scope, input, Date.now());
    return {};
  },

  async check({ input: { type, checkValue, id }, scope }) {
    const others =
      type === 'name'
        ? (await centerStore.all(scope)).map((one) => ({ id: one.id, value: one.name }))
        : (await whiteListStore.all(scope)).map((one) => ({ id: one.id, value: one.phoneNumber }));
    const wanted = nameSkeleton(checkValue);
    // As `requireUnique` judges: a record may keep its name.
    const isKept = others.some((one) => one.id === id && one.value === checkValue);
    const free = isKept || !others.some((one) => one.id !== id && nameSkeleton(one.value) === wanted);
    return { free, ...(!free && { message: type === 'name' ? CENTER_TAKEN : NUMBER_TAKEN }) };
  },
};
