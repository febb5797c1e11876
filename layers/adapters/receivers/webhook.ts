import { isPeriodicTest } from '#core/history/alarm.ts';
import { isRestored } from '#core/history/event-code.ts';
import { contactIdOf } from '#core/monitoring-centers/contact-id.ts';
import { signedHeaders } from '#protocol/command-port-signature.ts';
import type { Dialling } from './dial.ts';
import { type Answer, failureOf, type Outgoing } from './outgoing.ts';
import { post } from './post.ts';

/** Posts one message, signed over time, path and body. Any status from 200 to 299 acknowledges it. Redirects are refused. */
export async function sendToWebhook(
  { address, secret }: { address: string; secret: string },
  outgoing: Outgoing,
  dialling: Dialling,
  now: number,
): Promise<Answer> {
  try {
    const url = new URL(address);
    const body = JSON.stringify(contentOf(outgoing));
    const headers = signedHeaders(secret, { method: 'POST', path: `${url.pathname}${url.search}`, body }, now);
    const { status } = await post(url, headers, body, dialling);
    return { ok: status >= 200 && status < 300, detail: `The receiver answered ${status}` };
  } catch (error) {
    return failureOf(error);
  }
}

function contentOf({ account, sequence, alarm }: Outgoing): object {
  if (!alarm) return { version: 1, type: 'test', account };
  const { UnitSerNum, event } = alarm;
  const { timeStamp, receivedAt, eventType, zone, sequence: report } = event;
  return {
    ...{
      version: 1,
      type: isPeriodicTest(event) ? 'test' : isRestored(event) ? 'restore' : 'alarm',
      account,
      sequence,
      UnitSerNum,
      report,
      timeStamp,
      receivedAt,
      eventType,
    },
    ...(zone !== undefined && { zone }),
    contactId: contactIdOf(event),
  };
}
