import type { z } from 'zod';
import { AppError } from '#core/errors.ts';
import type { CarrierSim, CarrierState } from '#core/sims/carrier-sim.ts';
import { isVoiceNotReady } from '#core/sims/live-state.ts';
import type { SimState } from '#core/sims/sim-state.ts';
import type { Carrier, ChangeOutcome, RequestOptions } from './carrier.ts';
import type { ControlCenterCall } from './control-center-call.ts';
import { DeviceReply, EditReply, SessionReply, SmsReply, UsageReply } from './control-center-replies.ts';

/** Control Center's name of each state. Non-Billing is a deactivated SIM that the portal marks. */
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

/**
 * The SIMs of AT&T and Telus over the REST interface of Cisco IoT Control Center (reference: integration-facts, section 1).
 * Only the SOAP interface assigns dialable numbers (control-center-soap.ts).
 */
export function controlCenter(
  number: 0 | 2,
  { dataOnlyPlans }: { dataOnlyPlans: readonly string[] },
  call: ControlCenterCall,
  requestDialableNumber: Carrier['requestDialableNumber'],
): Carrier {
  const read = async <T extends { iccid: string }>(iccid: string, part: string, reply: z.ZodType<T>) => {
    const path = `/devices/${encodeURIComponent(iccid)}${part}`;
    const { value } = await call({ method: 'GET', path, reply: sameSim(reply, iccid), repeatable: true });
    return value;
  };

  async function simState(iccid: string): Promise<CarrierState> {
    const device = await read(iccid, '', DeviceReply);
    const { imei, msisdn, status, dateActivated, dateUpdated, ratePlan, communicationPlan } = device;
    const voicePlan = ![ratePlan, communicationPlan].some((plan) => plan && dataOnlyPlans.includes(plan));
    return {
      carrier: number,
      iccid,
      deviceDetails: { imei, msisdn, status, dateActivated, dateUpdated },
      voiceNotReady: isVoiceNotReady({ voicePlan, msisdn, dateActivated }),
      pendingActivation: false,
    };
  }

  async function used(iccid: string) {
    const { ctdDataUsage, ctdSMSUsage, ctdVoiceUsage } = await read(iccid, '/ctdUsages', UsageReply);
    return { dataBytes: ctdDataUsage, sms: ctdSMSUsage, voiceSeconds: ctdVoiceUsage };
  }

  /** A change without an answer is not repeated: it may have been made, and the next reading tells. */
  const edit = async (iccid: string, body: object, { isWanted }: RequestOptions = {}): Promise<ChangeOutcome> => {
    const path = `/devices/${encodeURIComponent(iccid)}`;
    const { status } = await call({ method: 'PUT', path, body, reply: EditReply, repeatable: false, isWanted });
    return status === 202 ? { outcome: 'accepted' } : { outcome: 'done' };
  };

  return {
    number,
    simState,

    async simDetails(iccid): Promise<CarrierSim> {
      // One after the other: the account takes one call at a time anyway.
      const state = await simState(iccid);
      const usage = await used(iccid);
      const session = await read(iccid, '/sessionInfo', SessionReply);
      return {
        ...state,
        sessionInfo: {
          dateSessionStarted: session.dateSessionStarted,
          dateSessionEnded: session.dateSessionEnded,
          dateActivated: state.deviceDetails.dateActivated,
        },
        usage,
      };
    },

    usage: async (iccid) => ({ counts: 'cycle', used: await used(iccid) }),

    async changeState(iccid, target, options) {
      const status = STATUS[target];
      if (!status) throw new AppError('INVALID', 'A carrier cannot be asked for this state');
      return edit(iccid, { status }, options);
    },

    requestDialableNumber,

    editCommunicationPlan: (iccid, plan, options) => edit(iccid, { communicationPlan: plan }, options),

    async sendSms(iccid, text, { isWanted } = {}) {
      const { value } = await call({
        method: 'POST',
        path: `/devices/${encodeURIComponent(iccid)}/smsMessages`,
        body: { messageText: text, messageEncoding: 'LITERAL', dataCoding: dataCodingOf(text) },
        reply: SmsReply,
        repeatable: false,
        isWanted,
      });
      return value;
    },
  };
}

/** Refuses an answer about another SIM than the one asked for. */
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
