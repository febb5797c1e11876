import { Entity } from 'electrodb';
import type { Visit } from '#core/dashboard/dashboard.ts';
import { type Visits, visitsAfter } from '#core/dashboard/visits.ts';
import type { Scope } from '#core/scope.ts';
import { DAY } from '#core/time.ts';
import { expiresAt, expiryOf, jsonOf, requiredNumber, requiredText } from '../kit/attributes.ts';
import { at, primary } from '../kit/table.ts';

/** The visits of a person to the dashboard of a dealer. */
export const DashboardVisitEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'dashboardVisit', version: '1' },
    attributes: {
      userKey: requiredText,
      DealerKey: requiredNumber,
      present: { ...jsonOf<Visit>(), required: true },
      before: jsonOf<Visit>(),
      expiresAt,
    },
    indexes: { byUser: primary(['userKey'], ['DealerKey']) },
  },
  at,
);

const KEPT_MS = 400 * DAY;

/** A visit belongs to the person who really acts. */
const keyOf = ({ actor, dealerKey }: Pick<Scope, 'actor' | 'dealerKey'>) => ({
  userKey: actor.userKey,
  DealerKey: dealerKey,
});

export const visitStore = {
  async get(scope: Scope): Promise<Visits | undefined> {
    const { data } = await DashboardVisitEntity.get(keyOf(scope)).go({ consistent: true });
    return data ?? undefined;
  },

  async record(scope: Scope, visit: Visit): Promise<void> {
    const next = visitsAfter(await visitStore.get(scope), visit);
    if (!next) return;
    await DashboardVisitEntity.put({
      ...keyOf(scope),
      present: next.present,
      ...(next.before && { before: next.before }),
      expiresAt: expiryOf(Date.parse(visit.at) + KEPT_MS),
    }).go();
  },
};
