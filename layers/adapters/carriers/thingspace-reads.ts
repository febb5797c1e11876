import type { z } from 'zod';
import type { ToldUsage } from '#core/billing/sim-usage.ts';
import { AppError } from '#core/errors.ts';
import type { CarrierSim, CarrierState } from '#core/sims/carrier-sim.ts';
import { isVoiceNotReady } from '#core/sims/live-state.ts';
import { DAY, instant } from '#core/time.ts';
import {
  ConnectionHistoryReply,
  DeviceListReply,
  type DeviceRecord,
  type HistoryReply,
  identifier,
  ListedUsageReply,
  MismatchReply,
  UsageHistoryReply,
} from './thingspace-replies.ts';
import type { ThingSpaceSession } from './thingspace-session.ts';
import { isPending } from './thingspace-state.ts';

/** The maximum number of pages of a history: 500 connections or 2,000 rows each. */
const MAX_PAGES = 10;
const USAGE_PATH = '/devices/usage/actions/list';

/** How ThingSpace identifies a SIM. */
export const sim = (iccid: string) => ({ id: iccid, kind: 'iccid' });

interface Connection {
  started?: string | undefined;
  ended?: string | undefined;
}

interface Span {
  iccid: string;
  earliest: string;
  latest: string;
}

/** What ThingSpace knows of a SIM (reference: integration-facts, section 2). */
export function thingSpaceReads(session: ThingSpaceSession, dataOnlyPlans: readonly string[]) {
  const { accountName } = session;
  const ask = <T>(path: string, body: object, reply: z.ZodType<T>) =>
    session.call({ method: 'POST', path, body, reply, repeatable: true });

  async function device(iccid: string): Promise<DeviceRecord> {
    const sameSim = DeviceListReply.refine(
      ({ devices }) => devices.every(({ deviceIds }) => (identifier(deviceIds, 'iccid') ?? iccid) === iccid),
      'The answer is about another SIM',
    );
    const { devices } = await ask('/devices/actions/list', { accountName, deviceId: sim(iccid) }, sameSim);
    if (!devices[0]) throw new AppError('NOT_FOUND', 'Verizon does not know this SIM');
    return devices[0];
  }

  /** The pages of a history, oldest first. Each begins with the last row of the previous one. */
  async function history<Reply extends HistoryReply<{ at?: string | undefined }>>(
    path: string,
    { iccid, earliest, latest }: Span,
    reply: z.ZodType<Reply>,
  ): Promise<Reply[]> {
    const pages: Reply[] = [];
    for (let from = earliest; pages.length < MAX_PAGES; ) {
      const page = await ask(path, { deviceId: sim(iccid), earliest: from, latest }, reply);
      pages.push(page);
      const last = page.rows.at(-1)?.at;
      if (!page.hasMoreData || !last || last === from) break;
      from = last;
    }
    return pages;
  }

  /** A session that has not ended has no Stop after its Start. */
  async function lastSession(span: Span): Promise<Connection> {
    const found: Connection = {};
    const pages = await history('/devices/connections/actions/listHistory', span, ConnectionHistoryReply);
    for (const { at, event } of pages.flatMap(({ rows }) => rows)) {
      if (event === 'Start') Object.assign(found, { started: at, ended: undefined });
      if (event === 'Stop') found.ended = at;
    }
    return found;
  }

  const usage = async (span: Span) => sumOf(await history(USAGE_PATH, span, UsageHistoryReply));

  /** What the SIM used in a span. Undefined if an answer says nothing of it: without its days the SIM would look silent. */
  async function usageOf(
    iccid: string,
    { earliest, latest }: { earliest: number; latest: number },
  ): Promise<ToldUsage | undefined> {
    const span = { iccid, earliest: instant(earliest), latest: instant(latest) };
    const pages = await history(USAGE_PATH, span, ListedUsageReply);
    return pages.every(({ isTold }) => isTold) ? { counts: 'span', used: sumOf(pages) } : undefined;
  }

  async function otaDate({ iccid, earliest, latest }: Span) {
    const body = { accountName, filter: { earliest, latest }, devices: [{ deviceIds: [sim(iccid)] }] };
    const { devices } = await ask('/devices/actions/list/imeiiccidmismatch', body, MismatchReply);
    return latestOf(...devices.filter((found) => found.iccid === iccid).map(({ simOtaDate }) => simOtaDate));
  }

  const otaDateOf = ({ createdAt }: DeviceRecord, iccid: string, now: number) =>
    otaDate({ iccid, earliest: createdAt ?? instant(now - 365 * DAY), latest: instant(now) });

  function stateOf(iccid: string, record: DeviceRecord, SIMOTADate: string | undefined): CarrierState {
    const { deviceIds, carrierInformations, lastActivationDate, createdAt } = record;
    const { state, servicePlan } = carrierInformations[0]!;
    const msisdn = identifier(deviceIds, 'mdn', 'msisdn');
    const voicePlan = !servicePlan || !dataOnlyPlans.includes(servicePlan);
    return {
      carrier: 1,
      iccid,
      deviceDetails: {
        imei: identifier(deviceIds, 'imei'),
        msisdn,
        status: state,
        dateActivated: lastActivationDate,
        dateUpdated: latestOf(lastActivationDate, createdAt, SIMOTADate),
        SIMOTADate,
      },
      voiceNotReady: isVoiceNotReady({ voicePlan, msisdn, dateActivated: lastActivationDate, SIMOTADate }),
      pendingActivation: carrierInformations.some((information) => isPending(information.state)),
    };
  }

  async function simState(iccid: string, now: number): Promise<CarrierState> {
    const record = await device(iccid);
    // The write over the air only tells whether an active line can be called.
    const isActive = record.carrierInformations[0]!.state.toLowerCase() === 'active';
    return stateOf(iccid, record, isActive ? await otaDateOf(record, iccid, now) : undefined);
  }

  async function simDetails(iccid: string, now: number): Promise<CarrierSim> {
    const record = await device(iccid);
    const { lastActivationDate, lastConnectionDate, billingCycleEndDate } = record;
    const since = (earliest: string) => ({ iccid, earliest, latest: instant(now) });
    const [connection, used, SIMOTADate] = await Promise.all([
      lastConnectionDate ? lastSession(since(lastConnectionDate)) : ({} as Connection),
      usage(since(cycleStart(billingCycleEndDate, now))),
      otaDateOf(record, iccid, now),
    ]);
    return {
      ...stateOf(iccid, record, SIMOTADate),
      sessionInfo: {
        dateSessionStarted: connection.started,
        dateSessionEnded: connection.ended,
        dateActivated: lastActivationDate,
      },
      usage: used,
    };
  }

  return { device, simDetails, simState, usageOf };
}

/** Pages overlap by one row, so each moment counts once. */
function sumOf(pages: readonly z.output<typeof UsageHistoryReply>[]) {
  const rows = pages.flatMap((page) => page.rows);
  const byMoment = new Map(rows.flatMap((row) => (row.at ? [[row.at, row] as const] : [])));
  const sum = { dataBytes: 0, sms: 0 };
  for (const { dataBytes, sms } of byMoment.values()) {
    sum.dataBytes += dataBytes;
    sum.sms += sms;
  }
  return sum;
}

/** A month before the cycle ends; the first of this month if ThingSpace names no end. */
function cycleStart(cycleEnd: string | undefined, now: number): string {
  const date = new Date(cycleEnd ?? now);
  if (!cycleEnd) return instant(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1));
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - 1);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.toISOString();
}

/** Instants have one form, so the latest is the last in the alphabet. */
const latestOf = (...dates: (string | undefined)[]) =>
  dates
    .filter((date) => date !== undefined)
    .toSorted()
    .at(-1);
