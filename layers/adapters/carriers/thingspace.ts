import { AppError } from '#core/errors.ts';
import type { CarrierSim } from '#core/sims/carrier-sim.ts';
import { isVoiceNotReady } from '#core/sims/live-state.ts';
import { DAY, instant } from '#core/time.ts';
import type { Carrier, ChangeOptions, ChangeOutcome, Clock } from './carrier.ts';
import { CarrierFailure } from './failure.ts';
import {
  ConnectionHistoryReply,
  DeviceListReply,
  type DeviceRecord,
  identifier,
  MismatchReply,
  RequestReply,
  UsageHistoryReply,
} from './thingspace-replies.ts';
import type { ThingSpaceSession } from './thingspace-session.ts';
import { isPending, stepTo } from './thingspace-state.ts';

interface Settings {
  servicePlan: string;
  mdnZipCode: string;
  deactivationReason: string;
  dataOnlyPlans: readonly string[];
}

/** How many pages of a history are read at most: 500 connections or 2,000 rows each. */
const MOST_PAGES = 10;

/** Verizon over the ThingSpace connectivity interface (reference: integration-facts, section 2). */
export function thingSpace(session: ThingSpaceSession, settings: Settings, clock: Pick<Clock, 'now'>): Carrier {
  const { accountName } = session;
  const sim = (iccid: string) => ({ id: iccid, kind: 'iccid' });

  async function record(iccid: string): Promise<DeviceRecord> {
    const { devices } = await session.call({
      method: 'POST',
      path: '/devices/actions/list',
      body: { accountName, deviceId: sim(iccid) },
      reply: DeviceListReply.refine(
        (reply) => reply.devices.every(({ deviceIds }) => (identifier(deviceIds, 'iccid') ?? iccid) === iccid),
        'The answer is about another SIM',
      ),
      repeatable: true,
    });
    const device = devices[0];
    if (!device) throw new AppError('NOT_FOUND', 'Verizon does not know this SIM');
    return device;
  }

  /** The last session: histories come oldest first, and a session that has not ended has no Stop after its Start. */
  async function lastSession(iccid: string, earliest: string | undefined, latest: string) {
    const found: { started?: string | undefined; ended?: string | undefined } = {};
    if (!earliest) return found;
    for (let page = 0, from = earliest; page < MOST_PAGES; page += 1) {
      const { connectionHistory, hasMoreData } = await session.call({
        method: 'POST',
        path: '/devices/connections/actions/listHistory',
        body: { deviceId: sim(iccid), earliest: from, latest },
        reply: ConnectionHistoryReply,
        repeatable: true,
      });
      for (const { connectionEventAttributes, occurredAt } of connectionHistory) {
        const event = connectionEventAttributes.find(({ key }) => key === 'Event')?.value;
        if (event === 'Start') Object.assign(found, { started: occurredAt, ended: undefined });
        if (event === 'Stop') found.ended = occurredAt;
      }
      const last = connectionHistory.at(-1)?.occurredAt;
      if (!hasMoreData || !last || last === from) break;
      from = last;
    }
    return found;
  }

  async function usageSince(iccid: string, earliest: string, latest: string) {
    const rows = new Map<string, { dataBytes: number; sms: number }>();
    for (let page = 0, from = earliest; page < MOST_PAGES; page += 1) {
      const { usageHistory, hasMoreData } = await session.call({
        method: 'POST',
        path: '/devices/usage/actions/list',
        body: { deviceId: sim(iccid), earliest: from, latest },
        reply: UsageHistoryReply,
        repeatable: true,
      });
      // Pages overlap by the row that they begin with, so rows count once per moment.
      for (const { bytesUsed, smsUsed, timestamp } of usageHistory) {
        if (timestamp) rows.set(timestamp, { dataBytes: bytesUsed, sms: smsUsed });
      }
      const last = usageHistory.at(-1)?.timestamp;
      if (!hasMoreData || !last || last === from) break;
      from = last;
    }
    const sum = { dataBytes: 0, sms: 0 };
    for (const row of rows.values()) {
      sum.dataBytes += row.dataBytes;
      sum.sms += row.sms;
    }
    return sum;
  }

  async function otaDate(iccid: string, earliest: string, latest: string) {
    const { devices } = await session.call({
      method: 'POST',
      path: '/devices/actions/list/imeiiccidmismatch',
      body: { accountName, filter: { earliest, latest }, devices: [{ deviceIds: [sim(iccid)] }] },
      reply: MismatchReply,
      repeatable: true,
    });
    const dates = devices.filter((device) => device.iccid === iccid).map((device) => device.simOtaDate);
    return dates
      .filter((date) => date !== undefined)
      .toSorted()
      .at(-1);
  }

  /** Asks for a change; what ThingSpace says is so already is done. Never repeated after silence: it may have been heard,
   * and a line takes few changes a day. */
  async function provision(method: 'POST' | 'PUT', path: string, body: object): Promise<ChangeOutcome> {
    const request = { method, path, body: { accountName, ...body }, reply: RequestReply, repeatable: false };
    try {
      const { requestId } = await session.attempt(request);
      return { outcome: 'accepted', requestId };
    } catch (error) {
      if (error instanceof CarrierFailure && error.code?.endsWith('.DeviceAlreadyActive')) return { outcome: 'done' };
      throw session.fail(error, request);
    }
  }

  const activation = (iccid: string, device: DeviceRecord, { imei, zipCode }: ChangeOptions) => {
    // The 16th digit that some units report is their software version, which is not part of the identity.
    const modem = (imei ?? identifier(device.deviceIds, 'imei'))?.slice(0, 15);
    if (!modem) throw new AppError('INVALID', "Verizon needs the unit's IMEI to activate its SIM");
    return {
      devices: [{ deviceIds: [{ id: modem, kind: 'imei' }, sim(iccid)] }],
      servicePlan: settings.servicePlan,
      mdnZipCode: zipCode ?? settings.mdnZipCode,
    };
  };

  return {
    number: 1,

    async simDetails(iccid): Promise<CarrierSim> {
      const device = await record(iccid);
      const { lastActivationDate, lastConnectionDate, createdAt, billingCycleEndDate } = device;
      const now = clock.now();
      const latest = instant(now);
      const [connection, usage, SIMOTADate] = await Promise.all([
        lastSession(iccid, lastConnectionDate, latest),
        usageSince(iccid, cycleStart(billingCycleEndDate, now), latest),
        otaDate(iccid, createdAt ?? instant(now - 365 * DAY), latest),
      ]);
      const { state, servicePlan } = device.carrierInformations[0]!;
      const msisdn = identifier(device.deviceIds, 'mdn', 'msisdn');
      const voicePlan = !servicePlan || !settings.dataOnlyPlans.includes(servicePlan);
      return {
        carrier: 1,
        iccid,
        deviceDetails: {
          imei: identifier(device.deviceIds, 'imei'),
          msisdn,
          status: state,
          dateActivated: lastActivationDate,
          dateUpdated: latestOf(lastActivationDate, createdAt, SIMOTADate),
          SIMOTADate,
        },
        sessionInfo: {
          dateSessionStarted: connection.started,
          dateSessionEnded: connection.ended,
          dateActivated: lastActivationDate,
        },
        usage,
        voiceNotReady: isVoiceNotReady({ voicePlan, msisdn, dateActivated: lastActivationDate, SIMOTADate }),
        pendingActivation: device.carrierInformations.some((information) => isPending(information.state)),
      };
    },

    async changeState(iccid, target, options = {}) {
      const device = await record(iccid);
      const { state } = device.carrierInformations[0]!;
      switch (stepTo(target, state)) {
        case 'none':
          return isPending(state) ? { outcome: 'accepted' } : { outcome: 'done' };
        case 'activate':
          return provision('POST', '/devices/actions/activate', activation(iccid, device, options));
        case 'restore':
          return provision('POST', '/devices/actions/restore', { devices: [{ deviceIds: [sim(iccid)] }] });
        case 'deactivate':
          return provision('POST', '/devices/actions/deactivate', {
            devices: [{ deviceIds: [sim(iccid)] }],
            reasonCode: settings.deactivationReason,
          });
      }
    },

    editCommunicationPlan: (iccid, plan) =>
      provision('PUT', '/devices/actions/plan', { devices: [{ deviceIds: [sim(iccid)] }], servicePlan: plan }),

    async sendSms(iccid, text) {
      const { requestId } = await session.call({
        method: 'POST',
        path: '/sms',
        body: { accountName, deviceIds: [sim(iccid)], smsMessage: text, dataEncoding: encodingOf(text) },
        reply: RequestReply,
        repeatable: false,
      });
      return { messageId: requestId };
    },
  };
}

/** A month before the cycle ends; the first of this month where ThingSpace does not say. */
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

/** Instants are written alike, so that the latest is the last in the alphabet. */
const latestOf = (...dates: (string | undefined)[]) =>
  dates
    .filter((date) => date !== undefined)
    .toSorted()
    .at(-1);

/** 160 signs of 7 bits, or 140 bytes where the text has others. */
function encodingOf(text: string): '7-bit' | '8-bit-UTF-8' {
  const plain = /^[\x20-\x7e\r\n]*$/.test(text);
  const length = plain ? text.length : Buffer.byteLength(text);
  const most = plain ? 160 : 140;
  if (length === 0 || length > most)
    throw new AppError('INVALID', `A message has 1 to ${most} ${plain ? 'characters' : 'bytes'}`);
  return plain ? '7-bit' : '8-bit-UTF-8';
}
