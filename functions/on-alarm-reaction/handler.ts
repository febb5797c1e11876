import { reacting } from '../on-reaction/reacting.ts';
import { telling } from '../on-reaction/telling.ts';
import { URGENT_AREAS } from './areas.ts';

const never = () => Promise.reject(new Error('What follows an alarm schedules nothing'));

/** Runs the urgent reactions: those that tell people and monitoring centres of alarms. */
export const handler = reacting(URGENT_AREAS, { ...telling, schedule: never, unschedule: never });
