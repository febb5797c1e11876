import { Entity } from 'electrodb';
import type { InvalidMessageRow } from '#core/logs/invalid-message.ts';
import type { Page } from '#core/paging.ts';
import { DAY, instant } from '#core/time.ts';
import { expiresAt, expiryOf, requiredText, text } from '../kit/attributes.ts';
import { correlation } from '../kit/correlation.ts';
import { at, primary } from '../kit/table.ts';
import { type Log, logPage } from './read-log.ts';

/** A message that could not be used, of any sender. A bridge hands over at most 20 a second, so one partition a month holds them. */
export const InvalidMessageEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'invalidMessage', version: '1' },
    attributes: {
      ...correlation,
      /** `2026-11`. */
      month: requiredText,
      /** The time at the bridge, then the id of the message. */
      place: requiredText,
      UnitSerNum: text,
      imei: text,
      remoteAddress: text,
      error: requiredText,
      detail: requiredText,
      raw: requiredText,
      cutFrom: { type: 'number' },
      expiresAt,
    },
    indexes: { byMonth: primary(['month'], ['place']) },
  },
  at,
);

const KEPT_MS = 30 * DAY;
const LONGEST_DETAIL = 500;
const LONGEST_RAW = 4_200;

type Invalid = Omit<InvalidMessageRow, 'at' | 'UnitSerNum' | 'imei' | 'remoteAddress'> & {
  receivedAt: number;
  UnitSerNum?: string | undefined;
  imei?: string | undefined;
  remoteAddress?: string | undefined;
};

export const invalidMessageStore = {
  /** Stores a message. A repeated message changes nothing. */
  async record({
    id,
    receivedAt,
    UnitSerNum,
    imei,
    remoteAddress,
    error,
    detail,
    raw,
    ...cut
  }: Invalid): Promise<void> {
    const time = instant(receivedAt);
    await InvalidMessageEntity.put({
      ...{ UnitSerNum, imei, remoteAddress, error },
      month: time.slice(0, 7),
      place: `${time}~${id}`,
      detail: detail.slice(0, LONGEST_DETAIL),
      raw: raw.slice(0, LONGEST_RAW),
      cutFrom: cut.cutFrom ?? (raw.length > LONGEST_RAW ? raw.length / 2 : undefined),
      expiresAt: expiryOf(receivedAt + KEPT_MS),
    }).go();
  },

  /** One page of the messages that are kept, the newest first. */
  async page(asked: { cursor?: string | undefined; pageSize: number }, now: number): Promise<Page<InvalidMessageRow>> {
    const range = { startDate: instant(now - KEPT_MS), endDate: instant(now + DAY), ...asked };
    const { items, cursor } = await logPage([kept(now)], range);
    return { items: items.map(({ entry }) => rowOf(entry)), cursor };
  },
};

type Stored = Omit<InvalidMessageRow, 'id' | 'at' | 'UnitSerNum' | 'imei' | 'remoteAddress'> & {
  place: string;
  UnitSerNum?: string | undefined;
  imei?: string | undefined;
  remoteAddress?: string | undefined;
};

const kept = (now: number): Log<Stored> => ({
  name: 'invalid',
  oldest: now - KEPT_MS,
  async read({ first, last, most }) {
    const found: Stored[] = [];
    const months = new Set([now + DAY, now, now - KEPT_MS].map((moment) => instant(moment).slice(0, 7)));
    for (const month of months) {
      const { data } = await InvalidMessageEntity.query
        .byMonth({ month })
        .between({ place: first }, { place: last })
        .go({ order: 'desc', count: most - found.length, limit: most - found.length });
      found.push(...data);
      if (found.length >= most) break;
    }
    return found;
  },
});

const rowOf = ({ place, UnitSerNum = '', imei = '', remoteAddress = '', error, detail, raw, cutFrom }: Stored) => {
  const [at, id] = place.split('~') as [string, string];
  return { id, at, UnitSerNum, imei, remoteAddress, error, detail, raw, ...(cutFrom !== undefined && { cutFrom }) };
};
