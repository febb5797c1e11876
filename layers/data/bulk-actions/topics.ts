import { BULK_ACTION_ACCESS } from '#core/bulk-actions/bulk-action.ts';
import type { TopicRight } from '../kit/area.ts';
import { bulkActionStore } from './bulk-actions.ts';

export const topics: Readonly<Record<string, TopicRight>> = {
  'bulk-action': {
    access: BULK_ACTION_ACCESS,
    requireSubject: (scope, bchKey) => bulkActionStore.get(scope, bchKey),
  },
};
