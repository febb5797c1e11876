import { UNIT_READERS } from '#core/units/access.ts';
import { dealerStore } from '../dealers/dealers.ts';
import type { TopicRight } from '../kit/area.ts';

export const topics: Readonly<Record<string, TopicRight>> = {
  dashboard: {
    access: UNIT_READERS,
    requireSubject: (scope, DealerKey) => dealerStore.get(scope, Number(DealerKey)),
  },
};
