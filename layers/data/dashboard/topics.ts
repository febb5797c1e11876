import { UNIT_READERS } from '#core/units/access.ts';
import { requireDealerOfTopic } from '../dealers/topic-subject.ts';
import type { TopicRight } from '../kit/area.ts';

export const topics: Readonly<Record<string, TopicRight>> = {
  dashboard: {
    access: UNIT_READERS,
    requireSubject: requireDealerOfTopic,
  },
};
