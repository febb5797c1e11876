import { Entity } from 'electrodb';
import { DAY, instant } from '#core/time.ts';
import { expiryOf, requiredNumber, requiredText } from '../kit/attributes.ts';
import { correlation } from '../kit/correlation.ts';
import { at, primary } from '../kit/table.ts';
import { cursorAt, type Log, type LogRange, logPage, type ReadPage } from './read-log.ts';

/** A message between a unit and the portal, raw and decoded. */
export const ProtocolLogEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'protocolLog', version: '1' },
    attributes: {
      ...correlation,
      UnitSerNum: requiredText,
      /** `2026-11`. */
      month: requiredText,
      /** The time at the bridge, then the id of the message. */
      place: requiredText,
      kind: requiredText,
      messageType: requiredText,
      raw: requiredText,
      content: { type: 'any' },
      expiresAt: requiredNumber,
    },
    indexes: { byUnit: primary(['UnitSerNum', 'month'], ['place']) },
  },
  at,
);

export const KEPT_MS = 90 * DAY;

export const protocolLogStore = {
  /** Stores a message. A repeated delivery changes nothing; what a unit sends again to another bridge is another message. */
  async record(message: {
    id: string;
    receivedAt: number;
    kind: string;
    messageType: string;
    raw: string;
    content: unknown;
    UnitSerNum: string;
  }): Promise<void> {
    const { id, receivedAt, UnitSerNum, ...rest } = message;
    const time = instant(receivedAt);
    await ProtocolLogEntity.put({
      ...rest,
      UnitSerNum,
      month: time.slice(0, 7),
      place: `${time}~${id}`,
      expiresAt: expiryOf(receivedAt + KEPT_MS),
    }).go();
  },

  /** The messages of a unit and a month, the newest first, some at a time. */
  async *ofMonth(UnitSerNum: string, month: string): AsyncGenerator<ProtocolMessage[]> {
    let cursor: string | null = null;
    do {
      const next: { data: ProtocolMessage[]; cursor: string | null } = await ProtocolLogEntity.query
        .byUnit({ UnitSerNum, month })
        .go({ order: 'desc', cursor, limit: MESSAGES_AT_ONCE });
      yield next.data;
      cursor = next.cursor;
    } while (cursor !== null);
  },

  /**
   * The wanted messages of a range, the newest first. A page can be short although the log goes on. `older` is the first message of the
   * next page; a short page does not know it.
   */
  async page<Entry>(
    log: Log<ProtocolMessage>,
    range: LogRange,
    wanted: (message: ProtocolMessage) => Entry | undefined,
  ): Promise<ReadPage<Entry>> {
    const { pageSize } = range;
    const items: Entry[] = [];
    let { cursor } = range;
    for (let pages = 1; ; pages++) {
      const page = await logPage([log], { ...range, cursor, pageSize: pageSize + 1 - items.length });
      for (const { entry: message } of page.items) {
        const entry = wanted(message);
        if (entry === undefined) continue;
        if (items.length === pageSize) return { items, cursor: cursorAt(log.name, message), older: entry };
        items.push(entry);
      }
      if (page.cursor === null || pages === MAX_PAGES) return { items, cursor: page.cursor };
      cursor = page.cursor;
    }
  },
};

export interface ProtocolMessage {
  place: string;
  kind: string;
  messageType: string;
  raw: string;
  content?: unknown;
}

/** A page that leaves messages out reads at most this many pages of the log. */
const MAX_PAGES = 5;
const MESSAGES_AT_ONCE = 1_000;

/** The protocol log of a unit in the table, month by month. */
export const hotLog = (UnitSerNum: string, now: number): Log<ProtocolMessage> => ({
  name: 'table',
  oldest: now - KEPT_MS,
  async read({ first, last, most }) {
    const messages: ProtocolMessage[] = [];
    // A range can end far in the future.
    const newest = [last, instant(now + DAY)].sort()[0]!;
    for (let month = newest.slice(0, 7); month >= first.slice(0, 7); month = monthBefore(month)) {
      const { data } = await ProtocolLogEntity.query
        .byUnit({ UnitSerNum, month })
        .between({ place: first }, { place: last })
        .go({ order: 'desc', count: most - messages.length, limit: most - messages.length });
      messages.push(...data);
      if (messages.length >= most) break;
    }
    return messages;
  },
});

/** The month before `2026-11`: `2026-10`. */
export const monthBefore = (month: string) => instant(Date.parse(`${month}-01`) - DAY).slice(0, 7);
