import { isPeriodicTest } from '#core/history/alarm.ts';
import { isRestored } from '#core/history/event-code.ts';
import { contactIdOf, scaipStatusOf } from '#core/monitoring-centers/contact-id.ts';
import { encodeScaip, parseScaip, SCAIP_OK, SCAIP_TYPE } from '#protocol/scaip/message.ts';
import type { Dialling } from './dial.ts';
import { type Answer, failureOf, type Outgoing } from './outgoing.ts';
import { post } from './post.ts';

/** Posts one request of SCAIP with the key as a bearer token. The answer acknowledges it by its reference and status number 0. A test is a ping, and so is the periodic test of a unit. */
export async function sendOverScaip(
  { address, secret }: { address: string; secret: string },
  outgoing: Outgoing,
  dialling: Dialling,
  now: number,
): Promise<Answer> {
  const tags = scaipTags(outgoing, now);
  const headers = { 'content-type': SCAIP_TYPE, authorization: `Bearer ${secret}` };
  try {
    const { status, text } = await post(new URL(address), headers, encodeScaip({ root: 'mrq', tags }), dialling);
    if (status < 200 || status >= 300) return { ok: false, detail: `The receiver answered ${status}` };
    return scaipAnswer(tags, text);
  } catch (error) {
    return failureOf(error);
  }
}

/** What a text says about the request with these tags. */
export function scaipAnswer(tags: ScaipTags, text: string): Answer {
  const answer = parseScaip(text);
  if (answer?.root !== 'mrs') return { ok: false, detail: 'The answer is not a message of SCAIP' };
  const { ref, snu = '', ste = '' } = answer.tags;
  if (ref !== tags.ref) return { ok: false, detail: 'The receiver acknowledged another message' };
  const words = ste === '' ? '' : `: ${ste.slice(0, MAX_STATUS_TEXT)}`;
  return { ok: snu === SCAIP_OK, detail: `Status number ${snu}${words}` };
}

const MAX_STATUS_TEXT = 100;
/** The unit itself, not a trigger or a sensor that it heard. */
const LOCAL_UNIT = '0002';

/** The tags of a request, with its reference. */
export type ScaipTags = Readonly<Record<string, string>> & { ref: string };

/** The end of an alarm is a reset with the status of the alarm. The reference has at most 16 letters and digits, and is the same in every try. */
export function scaipTags({ account, sequence, alarm }: Outgoing, now: number): ScaipTags {
  const common = { ver: '01.00', cid: account, dty: LOCAL_UNIT, cha: '0', crd: 'no-voice:' };
  if (!alarm) return { ref: `T${now.toString(36)}`, mty: 'PI', ...common };
  const { event } = alarm;
  return {
    ref: `${String(sequence).padStart(4, '0')}${Date.parse(event.timeStamp).toString(36)}`,
    mty: isPeriodicTest(event) ? 'PI' : isRestored(event) ? 'RE' : 'ME',
    ...common,
    stc: scaipStatusOf(event),
    ite: `Contact ID ${contactIdOf(event)}`,
  };
}
