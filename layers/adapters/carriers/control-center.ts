import type { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { CARRIER_NAMES } from '#core/sims/carrier.ts';
import type { CarrierSim } from '#core/sims/carrier-sim.ts';
import { isVoiceNotReady } from '#core/sims/live-state.ts';
import type { SimState } from '#core/sims/sim-state.ts';
import type { Carrier, ChangeOutcome, Clock, Log } from './carrier.ts';
import { DeviceReply, EditReply, ErrorReply, SessionReply, SmsReply, UsageReply } from './control-center-replies.ts';
import { type Answer, exchange } from './exchange.ts';
import { CarrierFailure, type FailureKind, toAppError } from './failure.ts';
import { type Lease, paced } from './pace.ts';
import { withRetry } from './retry.ts';

interface Account {
  /** Without a path: `https://restapi3.jasper.com`. */
  baseUrl: string;
  userName: string;
  apiKey: string;
  timeout: number;
  dataOnlyPlans: readonly string[];
}

interface Ports {
  lease: Lease;
  clock: Clock;
  log: Log;
}

/** What is asked of Control Center for each state; Non-Billing is a mark of ours on a deactivated SIM. */
const STATUS: Partial<Record<SimState, string>> = {
  14: 'ACTIVATED',
  15: 'DEACTIVATED',
  18: 'TEST_READY',
  19: 'INVENTORY',
  20: 'ACTIVATION_READY',
  21: 'RETIRED',
  22: 'PURGED',
  35: 'DEACTIVATED',
};

interface Request<T> {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  body?: object;
  reply: z.ZodType<T>;
  repeatable: boolean;
}

/**
 * AT&T and Telus over the REST interface of Cisco IoT Control Center (reference: integration-facts, section 1).
 * Every attempt, repeated ones included, is made under the account's lease. The SOAP interface, which alone hands out
 * dialable numbers (ManageDialableMSISDN), shares that lease: its adapter belongs beside this one.
 */
export function controlCenter(number: 0 | 2, account: Account, { lease, clock, log }: Ports): Carrier {
  const name = CARRIER_NAMES[number];
  const root = `${account.baseUrl.replace(/\/$/, '')}/rws/api/v1`;
  const authorization = `Basic ${Buffer.from(`${account.userName}:${account.apiKey}`).toString('base64')}`;

  async function attempt<T>({ method, path, body, reply }: Request<T>): Promise<{ status: number; value: T }> {
    const answer = await exchange({
      method,
      url: root + path,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      timeout: account.timeout,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (answer.status >= 300) throw failureOf(answer);
    const parsed = reply.safeParse(answer.body);
    if (answer.garbled || !parsed.success) {
      throw new CarrierFailure('unreadable', parsed.error?.message ?? 'The body is no JSON', { status: answer.status });
    }
    return { status: answer.status, value: parsed.data };
  }

  async function call<T>(request: Request<T>): Promise<{ status: number; value: T }> {
    try {
      return await withRetry(() => paced(lease, `control-center-${number}`, () => attempt(request)), {
        clock,
        repeatable: request.repeatable,
      });
    } catch (error) {
      if (!(error instanceof CarrierFailure)) throw error;
      const { kind, status, code, message } = error;
      const facts = { carrier: name, kind, status, code, detail: message, method: request.method, path: request.path };
      if (kind === 'credentials') log.error('The carrier does not accept our credentials', facts);
      else log.warn('A carrier call failed', facts);
      throw toAppError(error, name);
    }
  }

  const read = async <T extends { iccid: string }>(iccid: string, part: string, reply: z.ZodType<T>) => {
    const path = `/devices/${encodeURIComponent(iccid)}${part}`;
    const { value } = await call({ method: 'GET', path, reply: sameSim(reply, iccid), repeatable: true });
    return value;
  };

  const edit = async (iccid: string, body: object): Promise<ChangeOutcome> => {
    const path = `/devices/${encodeURIComponent(iccid)}`;
    const { status } = await call({ method: 'PUT', path, body, reply: EditReply, repeatable: true });
    return status === 202 ? { outcome: 'accepted' } : { outcome: 'done' };
  };

  return {
    number,

    async simDetails(iccid): Promise<CarrierSim> {
      // One after the other: the account takes one call at a time anyway.
      const device = await read(iccid, '', DeviceReply);
      const usage = await read(iccid, '/ctdUsages', UsageReply);
      const session = await read(iccid, '/sessionInfo', SessionReply);
      const { imei, msisdn, status, dateActivated, dateUpdated, ratePlan, communicationPlan } = device;
      const voicePlan = ![ratePlan, communicationPlan].some((plan) => plan && account.dataOnlyPlans.includes(plan));
      return {
        carrier: number,
        iccid,
        deviceDetails: { imei, msisdn, status, dateActivated, dateUpdated },
        sessionInfo: {
          dateSessionStarted: session.dateSessionStarted,
          dateSessionEnded: session.dateSessionEnded,
          dateActivated,
        },
        usage: { dataBytes: usage.ctdDataUsage, sms: usage.ctdSMSUsage, voiceSeconds: usage.ctdVoiceUsage },
        voiceNotReady: isVoiceNotReady({ voicePlan, msisdn, dateActivated }),
        pendingActivation: false,
      };
    },

    async changeState(iccid, target) {
      const status = STATUS[target];
      if (!status) throw new AppError('INVALID', 'A carrier cannot be asked for this state');
      return edit(iccid, { status });
    },

    editCommunicationPlan: (iccid, plan) => edit(iccid, { communicationPlan: plan }),

    async sendSms(iccid, text) {
      const { value } = await call({
        method: 'POST',
        path: `/devices/${encodeURIComponent(iccid)}/smsMessages`,
        body: { messageText: text, messageEncoding: 'LITERAL', dataCoding: dataCodingOf(text) },
        reply: SmsReply,
        repeatable: false,
      });
      return value;
    },
  };
}

/** An answer about another SIM than the one asked for is no answer. */
const sameSim = <T extends { iccid: string }>(reply: z.ZodType<T>, iccid: string) =>
  reply.refine((device) => device.iccid === iccid, 'The answer is about another SIM');

/** 7-bit text of up to 160 characters, anything else as UCS-2 of up to 70 (send SMS page). */
function dataCodingOf(text: string): 0 | 8 {
  const plain = /^[\x20-\x7e\r\n]*$/.test(text);
  const most = plain ? 160 : 70;
  if (text.length === 0 || text.length > most) {
    throw new AppError('INVALID', `A message has 1 to ${most} characters${plain ? '' : ' when it has special signs'}`);
  }
  return plain ? 0 : 8;
}

const KIND_BY_CODE: Record<string, FailureKind> = {
  '10000001': 'credentials',
  '10000017': 'invalid',
  '10000018': 'invalid',
  '10000019': 'invalid',
  '10000020': 'invalid',
  '10000030': 'credentials',
  '20000001': 'unknownSim',
  '30000001': 'silent',
  '30000002': 'silent',
  '40000029': 'busy',
};

/** The code decides where it is known, since the status of the rate limit is not documented; then the status does. */
function failureOf({ status, body, retryAfter }: Answer): CarrierFailure {
  const { errorCode: code, errorMessage } = ErrorReply.safeParse(body).data ?? { errorMessage: '' };
  const kind = (code && KIND_BY_CODE[code]) || kindOfStatus(status);
  return new CarrierFailure(kind, errorMessage || `status ${status}`, { status, code, retryAfter });
}

function kindOfStatus(status: number): FailureKind {
  if (status === 429) return 'busy';
  if (status >= 500) return 'silent';
  if (status === 401 || status === 403) return 'credentials';
  if (status === 404) return 'unknownSim';
  return 'refused';
}
