import { AppError } from '#core/errors.ts';
import type { Carrier, ChangeOptions, ChangeOutcome, Clock, RequestOptions } from './carrier.ts';
import { CarrierFailure } from './failure.ts';
import { sim, thingSpaceReads } from './thingspace-reads.ts';
import { type DeviceRecord, identifier, RequestReply } from './thingspace-replies.ts';
import type { ThingSpaceSession } from './thingspace-session.ts';
import { isPending, nextStep } from './thingspace-state.ts';

interface Settings {
  servicePlan: string;
  mdnZipCode: string;
  deactivationReason: string;
  dataOnlyPlans: readonly string[];
}

/** Verizon over the ThingSpace connectivity interface (reference: integration-facts, section 2). */
export function thingSpace(session: ThingSpaceSession, settings: Settings, clock: Pick<Clock, 'now'>): Carrier {
  const { accountName } = session;
  const reads = thingSpaceReads(session, settings.dataOnlyPlans);

  /**
   * Asks for a change. It is done if ThingSpace answers that it is so already. A request without an answer is not repeated:
   * it may have been received, and a line takes few changes a day.
   */
  async function provision(
    method: 'POST' | 'PUT',
    path: string,
    body: object,
    { isWanted }: RequestOptions = {},
  ): Promise<ChangeOutcome> {
    const request = { method, path, body: { accountName, ...body }, reply: RequestReply, repeatable: false, isWanted };
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

    simDetails: (iccid) => reads.simDetails(iccid, clock.now()),
    simState: (iccid) => reads.simState(iccid, clock.now()),
    usage: (iccid, span) => reads.usageOf(iccid, span),

    async changeState(iccid, target, options = {}) {
      const device = await reads.device(iccid);
      const { state } = device.carrierInformations[0]!;
      switch (nextStep(target, state)) {
        case 'none':
          return isPending(state) ? { outcome: 'accepted' } : { outcome: 'done' };
        case 'activate':
          return provision('POST', '/devices/actions/activate', activation(iccid, device, options), options);
        case 'restore':
          return provision('POST', '/devices/actions/restore', { devices: [{ deviceIds: [sim(iccid)] }] }, options);
        case 'deactivate':
          return provision(
            ...(['POST', '/devices/actions/deactivate'] as const),
            { devices: [{ deviceIds: [sim(iccid)] }], reasonCode: settings.deactivationReason },
            options,
          );
      }
    },

    editCommunicationPlan: (iccid, plan, options) =>
      provision('PUT', '/devices/actions/plan', { devices: [{ deviceIds: [sim(iccid)] }], servicePlan: plan }, options),

    async requestDialableNumber() {
      throw new AppError('INVALID', 'Verizon gives a line its number with the activation. It takes no request for one');
    },

    async sendSms(iccid, text, { isWanted } = {}) {
      const { requestId } = await session.call({
        method: 'POST',
        path: '/sms',
        body: { accountName, deviceIds: [sim(iccid)], smsMessage: text, dataEncoding: encodingOf(text) },
        reply: RequestReply,
        repeatable: false,
        isWanted,
      });
      return { messageId: requestId };
    },
  };
}

/** 160 characters of 7 bits, or 140 bytes if the text has other characters. */
function encodingOf(text: string): '7-bit' | '8-bit-UTF-8' {
  const plain = /^[\x20-\x7e\r\n]*$/.test(text);
  const length = plain ? text.length : Buffer.byteLength(text);
  const most = plain ? 160 : 140;
  if (length === 0 || length > most)
    throw new AppError('INVALID', `A message has 1 to ${most} ${plain ? 'characters' : 'bytes'}`);
  return plain ? '7-bit' : '8-bit-UTF-8';
}
