import { leadTimes } from '#core/lead-times/contract.ts';
import { productDetails } from '#core/lead-times/lead-time.ts';
import { leadTimeStore } from '#data/lead-times/lead-times.ts';
import { serve } from '#platform/http/serve.ts';

export const handler = serve(leadTimes, {
  async list({ input, scope }) {
    const [page, all] = await Promise.all([leadTimeStore.list(scope, input), leadTimeStore.all(scope)]);
    return { ...page, products: productDetails(all) };
  },
  add: ({ input, scope }) => leadTimeStore.add(scope, input, Date.now()),
  update: ({ input: { id, version, ...fields }, scope }) =>
    leadTimeStore.update(scope, { id, version }, fields, Date.now()),
  async remove({ input, scope }) {
    await leadTimeStore.remove(scope, input, Date.now());
    return {};
  },
});
