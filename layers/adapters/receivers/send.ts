import type { ReceiverKind } from '#core/monitoring-centers/receiver.ts';
import { sendOverDc09 } from './dc09.ts';
import type { Dialling } from './dial.ts';
import type { Answer, Outgoing } from './outgoing.ts';
import { sendOverScaip } from './scaip.ts';
import { sendToWebhook } from './webhook.ts';

type Send = (
  receiver: { address: string; secret: string },
  outgoing: Outgoing,
  dialling: Dialling,
  now: number,
) => Promise<Answer>;

/** How each kind of receiver takes a message. Never throws for what a receiver does. */
export const SENDERS: Readonly<Record<ReceiverKind, Send>> = {
  dc09: sendOverDc09,
  scaip: sendOverScaip,
  webhook: sendToWebhook,
};
