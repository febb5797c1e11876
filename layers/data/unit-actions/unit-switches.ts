import type { AuditAction } from '#core/audit/kinds.ts';
import type { Scope } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import type { BatteryNumber } from '#core/unit-actions/batteries.ts';
import type { UnitFlags } from '#core/unit-actions/flags.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { auditEntry } from '../audit/audit.ts';
import { givenEntries } from '../consoles/command-audit.ts';
import { commandStore, type WaitingCommand, waitingEntities, waitingWrites } from '../consoles/commands.ts';
import { change } from '../kit/change.ts';
import { type Turn, turnEntities, turnRefused } from '../kit/turns.ts';
import { UnitEntity } from '../units/units.ts';

type Switches = Partial<UnitFlags & Pick<UnitRecord, 'AllowSMSConnect' | 'RemoteLog' | 'newBattery' | 'newBatteryAt'>>;

const entities = { unit: UnitEntity, ...waitingEntities, ...turnEntities };
const refused = { ...turnRefused, changed: 'The unit changed meanwhile', known: 'The command is known already' };

export const unitSwitchStore = {
  resetFlags: (scope: Scope, was: UnitRecord, after: Partial<UnitFlags>, now: number) =>
    set(scope, was, 'reset flags', after, now),

  allowSms: (scope: Scope, was: UnitRecord, AllowSMSConnect: '0' | '1', now: number) =>
    set(scope, was, 'allow SMS', { AllowSMSConnect }, now),

  changeBattery: (scope: Scope, was: UnitRecord, newBattery: BatteryNumber, now: number) =>
    set(scope, was, 'change battery', { newBattery, newBatteryAt: instant(now) }, now),

  /** With the command that tells the unit, if its model has one. TOO_MANY if as many commands wait for the unit as can. */
  async switchRemoteLog(scope: Scope, was: UnitRecord, RemoteLog: string, now: number, command?: WaitingCommand) {
    const write = (told?: Told) => set(scope, was, 'switch remote log', { RemoteLog }, now, told);
    if (!command) return write();
    await commandStore.withRoom(was.UnitSerNum, (turn) => write({ command, turn }), now);
  },
};

/** The command that tells the unit of a change, and its turn among the commands of the unit. */
interface Told {
  command: WaitingCommand;
  turn: Turn;
}

/** Stores what differs, with its audit entry. CONFLICT if somebody else changed it, or the unit or its dealer moved. */
async function set(
  scope: Scope,
  was: UnitRecord,
  action: AuditAction,
  wanted: Switches,
  now: number,
  told?: Told,
): Promise<void> {
  const names = (Object.keys(wanted) as (keyof Switches)[]).filter((name) => wanted[name] !== was[name]);
  if (names.length === 0) return;
  const { UnitSerNum, DealerKey, dealerPath } = was;
  const valuesOf = (values: Switches) => Object.fromEntries(names.map((name) => [name, values[name]]));
  const entry = {
    objectKind: 'unit',
    objectId: UnitSerNum,
    dealerKey: DealerKey,
    action,
    before: valuesOf(was),
    after: valuesOf(wanted),
  } as const;
  const audit = [auditEntry(scope, entry, now), ...(told ? givenEntries(told.command, now) : [])];
  await change({ entities, refused, audit, about: was }, (to) => [
    to.unit
      .patch({ UnitSerNum })
      .set(valuesOf(wanted))
      .where((unit, { eq, notExists }) =>
        [
          eq(unit.dealerPath, dealerPath),
          ...names.map((name) => (was[name] === undefined ? notExists(unit[name]) : eq(unit[name], was[name]))),
        ].join(' AND '),
      )
      .commit(),
    ...(told ? [...waitingWrites(to, told.command, now), told.turn.write(to)] : []),
  ]);
}
