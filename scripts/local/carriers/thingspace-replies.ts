import { HOUR, instant } from '#core/time.ts';
import { json, type StandInReply } from '../http.ts';
import { cycleEnd, lastSession, sessionsBetween, usageBetween } from './activity.ts';
import type { Sim } from './sim.ts';

/** ThingSpace writes times with an offset: `2020-05-09T20:00:00-04:00`. */
const carrierDate = (date: string) => `${instant(Date.parse(date) - 4 * HOUR).replace(/\.\d+Z$/, '')}-04:00`;

export const identifiersOf = (sim: Sim) => [
  ...(sim.msisdn ? [{ id: sim.msisdn, kind: 'mdn' }] : []),
  { id: sim.imei, kind: 'imei' },
  { id: sim.iccid, kind: 'iccid' },
  ...(sim.msisdn ? [{ id: `1${sim.msisdn}`, kind: 'msisdn' }] : []),
];

export function deviceRecord(sim: Sim, accountName: string, now: number) {
  const last = lastSession(sim, now);
  return {
    accountName,
    billingCycleEndDate: carrierDate(instant(cycleEnd(now))),
    carrierInformations: [{ carrierName: 'Verizon Wireless', servicePlan: sim.plan, state: sim.status }],
    connected: last !== undefined && last.ended > now,
    createdAt: carrierDate(sim.dateAdded),
    customFields: [],
    deviceIds: identifiersOf(sim),
    extendedAttributes: [],
    groupNames: ['Default: Watchkeep'],
    ipAddress: '0.0.0.0',
    ...(sim.dateActivated && { lastActivationBy: 'Watchkeep', lastActivationDate: carrierDate(sim.dateActivated) }),
    ...(last && { lastConnectionDate: carrierDate(instant(last.started)) }),
  };
}

export interface Span {
  earliest: number;
  latest: number;
}

const MAX_CONNECTIONS = 500;

/** Starts and stops within the span, oldest first; 202 if there are more than fit. */
export function connectionHistory(sim: Sim, { earliest, latest }: Span, now: number): StandInReply {
  const until = Math.min(latest, now);
  const events = sessionsBetween(sim, earliest - 12 * HOUR, until)
    .flatMap(({ started, ended }) => [
      {
        at: started,
        attributes: [
          { key: 'BytesUsed', value: '0' },
          { key: 'Event', value: 'Start' },
        ],
      },
      {
        at: ended,
        attributes: [
          { key: 'BytesUsed', value: '48211' },
          { key: 'Event', value: 'Stop' },
        ],
      },
    ])
    .filter(({ at }) => at >= earliest && at <= until);
  const more = events.length > MAX_CONNECTIONS;
  return json(more ? 202 : 200, {
    connectionHistory: events.slice(0, MAX_CONNECTIONS).map(({ at, attributes }) => ({
      connectionEventAttributes: [...attributes, ...(sim.msisdn ? [{ key: 'Msisdn', value: `1${sim.msisdn}` }] : [])],
      extendedAttributes: [],
      occurredAt: carrierDate(instant(at)),
    })),
    hasMoreData: more,
  });
}

export function usageHistory(sim: Sim, { earliest, latest }: Span, now: number): StandInReply {
  const days = usageBetween(sim, earliest, Math.min(latest, now));
  return json(200, {
    hasMoreData: false,
    usageHistory: days.map(({ day, bytes, sms }) => ({
      bytesUsed: bytes,
      extendedAttributes: [{ key: 'MoSms', value: '0' }],
      smsUsed: sms,
      source: 'Raw Usage',
      timestamp: day,
    })),
  });
}

/** Contains the date of the last write over the air. The real list contains mismatched SIMs only. */
export function mismatches(sims: readonly Sim[], accountName: string, { earliest, latest }: Span): StandInReply {
  const written = sims.filter(({ SIMOTADate }) => {
    const at = Date.parse(SIMOTADate ?? '');
    return at >= earliest && at <= latest;
  });
  return json(200, {
    devices: written.map((sim) => ({
      accountName,
      ...(sim.msisdn && { mdn: sim.msisdn }),
      ...(sim.dateActivated && { activationDate: carrierDate(sim.dateActivated) }),
      iccid: sim.iccid,
      preImei: sim.imei,
      postImei: sim.imei,
      simOtaDate: carrierDate(sim.SIMOTADate!),
    })),
  });
}
