import { reminderStore } from '#data/reminders/reminders.ts';
import { TODAY } from '#support/fleet.ts';
import type { Sample } from '#support/samples.ts';

export const sample: Sample = {
  add: ({ scope, unit }) =>
    reminderStore.put(
      scope,
      unit,
      {
        UnitSerNum: unit.UnitSerNum,
        Message: 'TestUnit',
        MessageTime: '2030-01-01T15:00:00.000Z',
        timeZone: 'America/Denver',
        state: 'scheduled',
        createdBy: scope.userName,
      },
      { replace: false },
      TODAY,
    ),
};
