import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Entity } from 'electrodb';
import { describe, expect, it } from 'vitest';
import { AuditRecord } from '#core/audit/entry.ts';
import { Session } from '#core/auth/session.ts';
import { BulkActionRecord } from '#core/bulk-actions/bulk-action-record.ts';
import { CaregiverRecord } from '#core/caregivers/caregiver-record.ts';
import { DealerRecord } from '#core/dealers/dealer-record.ts';
import { DealerMove } from '#core/dealers/move.ts';
import { PasskeyRecord } from '#core/passkeys/passkey-record.ts';
import { ReminderRecord } from '#core/reminders/reminder-record.ts';
import { SecondFactor } from '#core/second-factor/second-factor.ts';
import { UnitRecord } from '#core/units/unit-record.ts';
import { UserRecord } from '#core/users/user-record.ts';
import { AuditEntity } from '#data/audit/audit.ts';
import { SessionEntity } from '#data/auth/session-entity.ts';
import { BulkActionEntity } from '#data/bulk-actions/bulk-actions.ts';
import { CaregiverEntity } from '#data/caregivers/entities.ts';
import { DealerMoveEntity } from '#data/dealers/dealer-moves.ts';
import { DealerEntity } from '#data/dealers/dealers.ts';
import { PasskeyEntity } from '#data/passkeys/entities.ts';
import { ReminderEntity } from '#data/reminders/reminder-entity.ts';
import { SecondFactorEntity } from '#data/second-factor/second-factors.ts';
import { UnitEntity } from '#data/units/units.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { expectAgreement } from '#support/agreement.ts';

/** The entities whose items leave layers/data; versioned records are checked by their own areas. The others stay within layers/data. */
describe('an entity and the schema of its records agree on', () => {
  it.each([
    ['a user', () => expectAgreement(UserEntity, UserRecord, ['tree'])],
    ['a dealer', () => expectAgreement(DealerEntity, DealerRecord, ['tree'])],
    ['a unit', () => expectAgreement(UnitEntity, UnitRecord)],
    ['a session', () => expectAgreement(SessionEntity, Session)],
    ['a reminder', () => expectAgreement(ReminderEntity, ReminderRecord)],
    ['a caregiver', () => expectAgreement(CaregiverEntity, CaregiverRecord)],
    ['a passkey', () => expectAgreement(PasskeyEntity, PasskeyRecord)],
    ['a bulk action', () => expectAgreement(BulkActionEntity, BulkActionRecord)],
    ['a dealer move', () => expectAgreement(DealerMoveEntity, DealerMove)],
    ['an audit entry', () => expectAgreement(AuditEntity, AuditRecord, ['takenKey'])],
    [
      'a second factor',
      () =>
        expectAgreement(SecondFactorEntity, SecondFactor.omit({ recoveryCodesLeft: true }), [
          'sealedSecret',
          'lastStep',
          'recoveryCodes',
        ]),
    ],
  ])('%s', (_record, agree) => agree());

  it('differ by name where they do not agree', () => {
    // @ts-expect-error The types of UnitStatus differ.
    expectAgreement(UnitEntity, UnitRecord.extend({ UnitStatus: UserRecord.shape.UserName }));
    // @ts-expect-error The entity has more fields.
    expect(() => expectAgreement(UnitEntity, UnitRecord.omit({ IMEI: true }))).toThrow(/to deeply equal/);
  });
});

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const modules: object[] = await Promise.all(
  globSync('layers/data/**/*.ts', { cwd: ROOT }).map((file) => import(`${ROOT}${file}`)),
);
const ENTITIES = [...new Set(modules.flatMap(Object.values).filter((value) => value instanceof Entity))];

it('no attribute makes ElectroDB fail at a value of another type, and with it a whole list', () => {
  const types = ENTITIES.flatMap(({ schema }) => {
    const { model, attributes } = schema as unknown as { model: { entity: string }; attributes: Record<string, Typed> };
    return Object.entries(attributes).map(([name, { type }]) => [`${model.entity}.${name}`, type] as const);
  });
  expect(types.length).toBeGreaterThan(200);
  expect(types.filter(([, type]) => ['list', 'map', 'set'].includes(type as string))).toEqual([
    // Codes are used up one by one, which only a set can do. ElectroDB returns other values of a set as they are.
    ['secondFactor.recoveryCodes', 'set'],
    // So do topics come and go, in writes that are conditional on their number.
    ['liveConnection.topics', 'set'],
    // So are dealers closed and opened.
    ['closedDealers.keys', 'set'],
  ]);
});

interface Typed {
  type: unknown;
}
