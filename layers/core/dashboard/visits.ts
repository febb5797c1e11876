import { HOUR } from '../time.ts';
import type { Visit } from './dashboard.ts';

/** The visits to a dashboard that are kept: the present one, and the one before. */
export interface Visits {
  present: Visit;
  before?: Visit | undefined;
}

/** Who comes back within this time goes on with the present visit. */
const SAME_VISIT_MS = HOUR;

const goesOn = ({ present }: Visits, now: number) => now - Date.parse(present.at) < SAME_VISIT_MS;

/** The visit with which the numbers at `now` are compared. */
export const visitBefore = (visits: Visits | undefined, now: number): Visit | undefined =>
  visits && (goesOn(visits, now) ? visits.before : visits.present);

/** The visits after one with these numbers; undefined if the present one goes on. */
export function visitsAfter(visits: Visits | undefined, visit: Visit): Visits | undefined {
  if (!visits) return { present: visit };
  return goesOn(visits, Date.parse(visit.at)) ? undefined : { present: visit, before: visits.present };
}
