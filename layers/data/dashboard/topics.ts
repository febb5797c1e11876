import { DASHBOARD_FOLLOWERS } from '#core/dashboard/access.ts';
import { requireDealerOfTopic } from '../dealers/topic-subject.ts';
import type { TopicRight } from '../kit/area.ts';

export const topics: Readonly<Record<string, TopicRight>> = {
  dashboard: {
    access: DASHBOARD_FOLLOWERS,
    requireSubject: requireDealerOfTopic,
  },
};
