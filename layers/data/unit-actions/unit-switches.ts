import type { Scope } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import type { BatteryNumber } from '#core/unit-actions/batteries.ts';
import type { UnitFlags } from '#core/unit-actions/flags.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { givenEntries } from '../consoles/command-audit.ts';
import { commandStore, type WaitingCommand, waitingEntities, waitingWrites } from '../consoles/commands.ts';
import { change } from '../kit/change.ts';
import { turnEntities, turnRefused } from '../kit/turns.ts';
import { UnitEntity } from '../units/units.ts';
import { setSwitches, switching, UNIT_CHANGED } from './set-switches.ts';

const entities = { unit: UnitEntity, ...waitingEntities, ...turnEntities };
const refused = { ...turnRefused, changed: UNIT_CHANGED, known: 'The command is known already' };

export const unitSwitchStore = {
  resetFlags: (scope: Scope, was: UnitRecord, after: Partial<UnitFlags>, now: number) =>
    setSwitches(scope, was, 'reset flags', after, now),

  allowSms: (scope: Scope, was: UnitRecord, AllowSMSConnect: '0' | '1', now: number) =>
    setSwitches(scope, was, 'allow SMS', { AllowSMSConnect }, now),

  changeBattery: (scope: Scope, was: UnitRecord, newBattery: BatteryNumber, now: number) =>
    setSwitches(scope, was, 'change battery', { newBattery, newBatteryAt: instant(now) }, now),

  /** With the command that tells the unit, if its model has one. TOO_MANY if as many commands wait for the unit as can. */
  async switchRemoteLog(scope: Scope, was: UnitRecord, RemoteLog: string, now: number, command?: WaitingCommand) {
    const switched = switching(scope, was, 'switch remote log', { RemoteLog }, now);
    if (!switched) return;
    if (!command) return setSwitches(scope, was, 'switch remote log', { RemoteLog }, now);
    const audit = [switched.audit, ...givenEntries(command, now)];
    await commandStore.withRoom(
      was.UnitSerNum,
      (turn) =>
        change({ entities, refused, audit, about: was }, (to) => [
          switched.write(to.unit),
          ...waitingWrites(to, command, now),
          turn.write(to),
        ]),
      now,
    );
  },
};
