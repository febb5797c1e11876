import { Entity } from 'electrodb';
import { DAY, instant } from '#core/time.ts';
import { expiryOf, requiredNumber, requiredText } from '../kit/attributes.ts';
import { correlation } from '../kit/correlation.ts';
import { at, primary } from '../kit/table.ts';

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

/** Stands for the unit of connections that did not log in. */
const UNKNOWN_UNIT = 'unknown';

export const protocolLogStore = {
  /** Stores a message. A repeated message changes nothing. */
  async record(message: {
    id: string;
    receivedAt: number;
    kind: string;
    messageType: string;
    raw: string;
    content: unknown;
    UnitSerNum?: string | undefined;
  }): Promise<void> {
    const { id, receivedAt, UnitSerNum = UNKNOWN_UNIT, ...rest } = message;
    const time = instant(receivedAt);
    await ProtocolLogEntity.put({
      ...rest,
      UnitSerNum,
      month: time.slice(0, 7),
      place: `${time}~${id}`,
      expiresAt: expiryOf(receivedAt + KEPT_MS),
    }).go();
  },
};
