import { Entity } from 'electrodb';
import type { AlarmNote, CloseCode } from '#core/monitoring-centers/alarm.ts';
import { expiresAt, jsonOf, numberOf, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { at, primary } from '../kit/table.ts';

/** What operators did about an alarm. */
export const AlarmEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'alarm', version: '1' },
    attributes: {
      UnitSerNum: requiredText,
      /** Of `eventOf`. */
      event: requiredText,
      version: requiredNumber,
      heldBy: jsonOf<{ userKey: string; name: string }>(),
      heldAt: text,
      answeredAt: text,
      closedAt: text,
      closedBy: text,
      closeCode: numberOf<CloseCode>(),
      notes: { ...jsonOf<readonly AlarmNote[]>(), required: true },
      expiresAt,
    },
    indexes: { alarm: primary(['UnitSerNum'], ['event']) },
  },
  at,
);
