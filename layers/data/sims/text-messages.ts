import { Entity } from 'electrodb';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { TEXT_PAUSE_MS, textAsRead } from '#core/sims/text-message.ts';
import { DAY } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { auditEntry } from '../audit/audit.ts';
import { expiresAt, expiryOf, requiredNumber, requiredText } from '../kit/attributes.ts';
import { change, refusedAs } from '../kit/change.ts';
import { tryWrite } from '../kit/conditions.ts';
import { at, primary } from '../kit/table.ts';
import { UnitEntity } from '../units/units.ts';

/** When a unit was last sent this text. */
export const TextMessageEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'textMessage', version: '1' },
    attributes: {
      UnitSerNum: requiredText,
      /** As it is read (core/sims/text-message.ts). */
      text: requiredText,
      /** Milliseconds. */
      askedAt: requiredNumber,
      expiresAt,
    },
    indexes: { byUnit: primary(['UnitSerNum'], ['text']) },
  },
  at,
);

const entities = { message: TextMessageEntity, unit: UnitEntity };

const refused = {
  changed: 'The unit changed meanwhile',
  soon: new AppError('TOO_MANY', 'Somebody asked for this text a moment ago. Wait 10 seconds'),
};

/**
 * Records that the carrier is about to be asked for a text message, with its audit entry. TOO_MANY shortly after the same text, CONFLICT if the
 * unit or its dealer moved, or has another SIM.
 */
export async function recordTextMessage(
  scope: Scope,
  unit: UnitRecord,
  { slot, text }: { slot: 1 | 2; text: string },
  now: number,
): Promise<void> {
  const { UnitSerNum, DealerKey, dealerPath } = unit;
  const iccid = unit[`ICCID${slot}`]!;
  const entry = {
    objectKind: 'unit',
    objectId: UnitSerNum,
    dealerKey: DealerKey,
    action: 'send text message',
    after: { text, iccid },
  } as const;
  await change({ entities, refused, audit: auditEntry(scope, entry, now), about: unit }, (to) => [
    to.unit
      .check({ UnitSerNum })
      .where((stored, { eq }) => `${eq(stored.dealerPath, dealerPath)} AND ${eq(stored[`ICCID${slot}`], iccid)}`)
      .commit(),
    refusedAs(
      'soon',
      to.message
        .put({ UnitSerNum, text: textAsRead(text), askedAt: now, expiresAt: expiryOf(now + DAY) })
        .where(({ askedAt }, { notExists, lte }) => `${notExists(askedAt)} OR ${lte(askedAt, now - TEXT_PAUSE_MS)}`)
        .commit(),
    ),
  ]);
}

/** Forgets the text that was asked for at this moment: the carrier has surely sent none, so it can be asked for again at once. */
export async function forgetTextMessage(UnitSerNum: string, text: string, askedAt: number): Promise<void> {
  await tryWrite(
    TextMessageEntity.delete({ UnitSerNum, text: textAsRead(text) })
      .where((stored, { eq }) => eq(stored.askedAt, askedAt))
      .go(),
  );
}
