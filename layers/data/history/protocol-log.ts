import { Entity } from 'electrodb';
import { DAY, instant } from '#core/time.ts';
import { requiredNumber, requiredText } from '../kit/attributes.ts';
import { at, primary } from '../kit/table.ts';

/** Every message between a unit and the portal, as it came and as it was understood. */
export const ProtocolLogEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'protocolLog', version: '1' },
    attributes: {
      UnitSerNum: requiredText,
      /** `2026-11`. */
      month: requiredText,
      /** When the bridge had it, then which message it is. */
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
