import { Entity } from 'electrodb';
import { DAY } from '#core/time.ts';
import { expiresAt, expiryOf, requiredText } from '../kit/attributes.ts';
import { tryWrite } from '../kit/conditions.ts';
import { at, primary } from '../kit/table.ts';
import type { MailName } from './report-mails.ts';

/** Claims the mail to one recipient for one time. Who has written it sends the mail. */
export const SentReportMailEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'sentReportMail', version: '1' },
    attributes: {
      UserKey: requiredText,
      reportId: requiredText,
      dueAt: requiredText,
      recipient: requiredText,
      state: { type: ['sending', 'sent'] as const, required: true },
      expiresAt,
    },
    indexes: { byTime: primary(['UserKey', 'reportId'], ['dueAt', 'recipient']) },
  },
  at,
);

/** Longer than a message is delivered again. */
const KEPT_MS = 30 * DAY;

/** One time at which a report is sent. */
export interface Sending extends MailName {
  dueAt: string;
}

export const sentMailStore = {
  /** The recipients whose mail was claimed, with its state. */
  async claims({ UserKey, reportId, dueAt }: Sending): Promise<ReadonlyMap<string, 'sending' | 'sent'>> {
    const { data } = await SentReportMailEntity.query
      .byTime({ UserKey, reportId, dueAt })
      .go({ pages: 'all', consistent: true });
    return new Map(data.map(({ recipient, state }) => [recipient, state]));
  },

  /** True for exactly one caller per recipient and time. */
  async claim(sending: Sending, recipient: string, now: number): Promise<boolean> {
    const item = { ...sending, recipient, state: 'sending' as const, expiresAt: expiryOf(now + KEPT_MS) };
    return (await tryWrite(SentReportMailEntity.create(item).go())) !== undefined;
  },

  async markSent(sending: Sending, recipient: string): Promise<void> {
    await SentReportMailEntity.patch({ ...sending, recipient })
      .set({ state: 'sent' })
      .go();
  },

  /** Gives a claim back: the mail was surely not sent. */
  async release(sending: Sending, recipient: string): Promise<void> {
    await SentReportMailEntity.delete({ ...sending, recipient }).go();
  },
};
