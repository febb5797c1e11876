import { Entity } from 'electrodb';
import { DAY, instant } from '#core/time.ts';
import { at, primary } from '../kit/table.ts';

/** Every message between a unit and the portal, as it came and as it was understood. */
export const ProtocolLogEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'protocolLog', version: '1' },
    attributes: {
      UnitSerNum: { type: 'string', required: true },
      /** `2026-11`. */
      month: { type: 'string', required: true },
      /** When the bridge had it, then which message it is. */
      place: { type: 'string', required: true },
      kind: { type: 'string', required: true },
      messageType: { type: 'string', required: true },
      raw: { type: 'string', required: true },
      content: { type: 'any' },
      expiresAt: { type: 'number', required: true },
    },
    indexes: { byUnit: primary(['UnitSerNum', 'month'], ['place']) },
  },
  at,
);

const KEPT = 90 * DAY;

/** Messages of connections that never said which unit they are. */
const NOBODY = 'unknown';

export const protocolLogStore = {
  /** Keeps a message; the same one again changes nothing. */
  async record(message: {
    id: string;
    receivedAt: number;
    kind: string;
    messageType: string;
    raw: string;
    content: unknown;
    UnitSerNum?: string | undefined;
  }): Promise<void> {
    const { id, receivedAt, UnitSerNum = NOBODY, ...rest } = message;
    const time = instant(receivedAt);
    await ProtocolLogEntity.put({
      ...rest,
      UnitSerNum,
      month: time.slice(0, 7),
      place: `${time}~${id}`,
      expiresAt: Math.floor((receivedAt + KEPT) / 1000),
    }).go();
  },
};
