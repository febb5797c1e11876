import { Entity } from 'electrodb';
import type { AccessFlag } from '#core/access.ts';
import type { Asker } from '#core/auth/identities.ts';
import type { MassUser } from '#core/users/mass-create.ts';
import { expiresAt, jsonOf, number, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { correlation } from '../kit/correlation.ts';
import { at, primary, secondary } from '../kit/table.ts';

/** The creation of the users of a list, with its progress. */
export const MassCreationEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'massCreation', version: '1' },
    attributes: {
      ...correlation,
      massCreation: requiredText,
      DealerKey: requiredNumber,
      flags: { ...jsonOf<AccessFlag[]>(), required: true },
      total: requiredNumber,
      created: requiredNumber,
      withoutMail: requiredNumber,
      failed: requiredNumber,
      attempt: requiredNumber,
      turn: requiredNumber,
      movedAt: requiredText,
      turnStartedAt: text,
      doneBefore: number,
      stoppedAt: text,
      stoppedAs: { type: ['paused', 'stopped', 'cancelled'] as const },
      stopReason: text,
      createdAt: requiredText,
      createdBy: requiredText,
      dealerKey: requiredNumber,
      askedBy: { ...jsonOf<Asker>(), required: true },
      expiresAt: requiredNumber,
    },
    indexes: {
      massCreation: primary(['massCreation'], []),
      byDealer: secondary('gsi1', ['dealerKey'], ['createdAt', 'massCreation']),
    },
  },
  at,
);

/** Users of a list that one worker does. */
export const MassCreationPartEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'massCreationPart', version: '1' },
    attributes: {
      massCreation: requiredText,
      part: { ...requiredNumber, padding: { length: 3, char: '0' } },
      users: { ...jsonOf<MassUser[]>(), required: true },
      expiresAt,
    },
    indexes: { massCreationPart: primary(['massCreation'], ['part']) },
  },
  at,
);

/** What became of a user of a list. */
export const MassCreationRowEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'massCreationRow', version: '1' },
    attributes: {
      massCreation: requiredText,
      row: { ...requiredNumber, padding: { length: 5, char: '0' } },
      state: { type: ['mailing', 'created', 'withoutMail', 'failed'] as const, required: true },
      reason: text,
      attempt: requiredNumber,
      UserKey: text,
      claimedAt: text,
      expiresAt,
    },
    indexes: { massCreationRow: primary(['massCreation'], ['row']) },
  },
  at,
);
