import type { ReceiverKind } from '#core/monitoring-centers/receiver.ts';
import { printable } from '#core/unprintable.ts';
import { sendOverDc09 } from './dc09.ts';
import type { Dialling } from './dial.ts';
import type { Answer, Outgoing } from './outgoing.ts';
import { sendOverScaip } from './scaip.ts';
import { sendOverSip } from './sip.ts';
import { sendToWebhook } from './webhook.ts';

type Send = (
  receiver: { address: string; secret: string },
  outgoing: Outgoing,
  dialling: Dialling,
  now: number,
) => Promise<Answer>;

const MAX_DETAIL = 200;

/** The words for a try contain what the receiver says, or what its certificate says. A delivery stores them for each of its tries. */
const bounded =
  (send: Send): Send =>
  async (...asked) => {
    const { ok, detail } = await send(...asked);
    return { ok, detail: printable(detail).toWellFormed().slice(0, MAX_DETAIL) };
  };

/** How each kind of receiver takes a message. Never throws for what a receiver does. */
export const SENDERS: Readonly<Record<ReceiverKind, Send>> = {
  dc09: bounded(sendOverDc09),
  scaip: bounded(sendOverScaip),
  sip: bounded(sendOverSip),
  webhook: bounded(sendToWebhook),
};
