import { DAY, instant } from '#core/time.ts';
import type { StandInReply } from '../http.ts';
import { cycleStart, lastSession, usageBetween } from './activity.ts';
import { failure, jsonReply } from './control-center-errors.ts';
import type { Sim } from './sim.ts';

/** `2016-06-29 00:21:33.339+0000`: the dates of responses, although requests use ISO 8601. */
export const carrierDate = (date: string | undefined) => (date ? date.replace('T', ' ').replace('Z', '+0000') : null);

export const details = (sim: Sim) => ({
  iccid: sim.iccid,
  imsi: `${sim.carrier === 0 ? '310170' : '302220'}${sim.iccid.slice(-10, -1)}`,
  msisdn: sim.msisdn ?? null,
  imei: sim.imei,
  status: sim.status,
  ratePlan: sim.plan,
  communicationPlan: sim.plan,
  customer: null,
  endConsumerId: null,
  dateActivated: carrierDate(sim.dateActivated),
  dateAdded: carrierDate(sim.dateAdded),
  dateUpdated: carrierDate(sim.dateUpdated),
  dateShipped: carrierDate(sim.dateAdded),
  accountId: sim.carrier === 0 ? '100020620' : '100031877',
  fixedIPAddress: null,
  fixedIpv6Address: null,
  simNotes: null,
  deviceID: null,
  modemID: null,
  globalSimType: null,
  eid: null,
  simProfileId: null,
});

/** `fields=a,b` limits the fields. */
export function only(body: Record<string, unknown>, fields: string | null) {
  if (!fields) return body;
  const names = fields.split(',');
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));
}

export function usage(sim: Sim, now: number) {
  const days = usageBetween(sim, cycleStart(now), now);
  const { iccid, imsi, msisdn, imei, status, ratePlan, communicationPlan } = details(sim);
  return {
    ...{ iccid, imsi, msisdn, imei, status, ratePlan, communicationPlan },
    ctdDataUsage: days.reduce((sum, day) => sum + day.bytes, 0),
    ctdSMSUsage: days.reduce((sum, day) => sum + day.sms, 0),
    ctdVoiceUsage: days.reduce((sum, day) => sum + day.voiceSeconds, 0),
    ctdSessionCount: days.length,
    overageLimitReached: false,
    overageLimitOverride: 'DEFAULT',
  };
}

export function session(sim: Sim, now: number) {
  const last = lastSession(sim, now);
  const ended = last && last.ended <= now ? instant(last.ended) : undefined;
  return {
    iccid: sim.iccid,
    ipAddress: last && !ended ? `10.${(Number(sim.iccid.slice(-4, -1)) % 200) + 1}.7.21` : null,
    dateSessionStarted: carrierDate(last && instant(last.started)),
    dateSessionEnded: carrierDate(ended),
  };
}

/** GET /devices: the SIMs that changed since a time, oldest change first, 50 a page. */
export function search(sims: readonly Sim[], query: URLSearchParams): StandInReply {
  const since = Date.parse(query.get('modifiedSince') ?? '');
  if (Number.isNaN(since)) return failure(400, '10000028', 'modifiedSince is required');
  const till = Date.parse(query.get('modifiedTill') ?? '') || since + 365 * DAY;
  const pageSize = Math.min(50, Number(query.get('pageSize') ?? 50));
  const pageNumber = Number(query.get('pageNumber') ?? 1);
  const found = sims
    .filter(({ dateUpdated }) => Date.parse(dateUpdated) >= since && Date.parse(dateUpdated) <= till)
    .toSorted((a, b) => Date.parse(a.dateUpdated) - Date.parse(b.dateUpdated));
  const page = found.slice((pageNumber - 1) * pageSize, pageNumber * pageSize);
  return jsonReply(200, {
    pageNumber,
    devices: page.map(({ iccid, status, plan }) => ({ iccid, status, ratePlan: plan, communicationPlan: plan })),
    lastPage: pageNumber * pageSize >= found.length,
  });
}
