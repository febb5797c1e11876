import { askerOf } from '#core/auth/identities.ts';
import { BulkScheduleRowEntity } from '#data/reminders/bulk-schedule-rows.ts';
import { BulkScheduleEntity, BulkSchedulePartEntity } from '#data/reminders/bulk-schedules.ts';
import { reminderStore } from '#data/reminders/reminders.ts';
import { TODAY } from '#support/fleet.ts';
import type { Sample } from '#support/samples.ts';

const schedule = '01KAJN9FR00000000000000330';
const part = '01KAJN9FR00000000000000331';

export const sample: Sample = {
  named: [{ name: schedule, missing: '01KAJN9FR00000000000000999' }],
  /** A reminder, and a bulk schedule whose only row failed. */
  async add({ scope, unit }) {
    const { UnitSerNum } = unit;
    await reminderStore.put(
      scope,
      unit,
      {
        UnitSerNum,
        Message: 'TestUnit',
        MessageTime: '2030-01-01T15:00:00.000Z',
        timeZone: 'America/Denver',
        state: 'scheduled',
        createdBy: scope.userName,
      },
      { replace: false },
      TODAY,
    );
    const startsAt = '2026-11-21T17:00:00.000Z';
    const expiresAt = Math.floor(TODAY / 1000) + 1_000_000_000;
    await BulkScheduleEntity.create({
      schedule,
      type: 'TestUnit',
      timeZone: 'America/New_York',
      minutesBetween: 5,
      startsAt,
      replace: false,
      total: 1,
      scheduled: 0,
      failed: 1,
      openParts: 0,
      createdAt: startsAt,
      createdBy: scope.userName,
      dealerKey: scope.dealerKey,
      expiresAt,
    }).go();
    await BulkSchedulePartEntity.create({
      schedule,
      part,
      rows: [{ row: 0, of: { UnitSerNum } }],
      askedBy: askerOf(scope),
      startsAt,
      offset: 0,
      finishedAt: startsAt,
      expiresAt,
    }).go();
    await BulkScheduleRowEntity.create({
      schedule,
      row: 0,
      UnitSerNum,
      state: 'failed',
      reason: 'A reminder of this kind is already scheduled for the unit',
      tryCount: 0,
      part,
      expiresAt,
    }).go();
  },
};
