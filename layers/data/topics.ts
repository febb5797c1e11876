// Written by `npm run generate`: every folder of layers/data that has topics.ts.
import { topics as bulkActions } from './bulk-actions/topics.ts';
import { topics as consoles } from './consoles/topics.ts';
import { topics as dashboard } from './dashboard/topics.ts';
import { topics as history } from './history/topics.ts';
import type { TopicRight } from './kit/area.ts';
import { topics as monitoringCenters } from './monitoring-centers/topics.ts';

export const TOPICS: Readonly<Record<string, TopicRight>> = {
  ...bulkActions,
  ...consoles,
  ...dashboard,
  ...history,
  ...monitoringCenters,
};
