import type { Tools } from '#data/kit/area.ts';
import { schedule, unschedule } from '#platform/aws/schedules.ts';
import { telling } from './telling.ts';

export const tools: Tools = { ...telling, schedule, unschedule };
