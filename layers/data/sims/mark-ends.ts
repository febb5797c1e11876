import type { Scope } from '#core/scope.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { auditEntry, SYSTEM } from '../audit/audit.ts';
import { change } from '../kit/change.ts';
import type { Operations } from '../kit/conditions.ts';
import { about, isAsRead, markEntities, refused } from './sim-deactivations.ts';

/** The ends of the mark of a SIM. They do nothing if the SIM is not marked. */
export const markEndStore = {
  /** Takes the mark back. Does nothing if the SIM is not marked. */
  withdraw: (scope: Scope, was: UnitRecord, iccid: string, now: number): Promise<void> =>
    unmark(
      was,
      iccid,
      auditEntry(scope, { ...about(was), action: 'withdraw SIM deactivation', after: { iccid } }, now),
    ),

  /** The marked SIM was deactivated. The entry of who asked its carrier says so. */
  done: (was: UnitRecord, iccid: string): Promise<void> => unmark(was, iccid),

  /** The marked SIM stays as it is, because of `reason`. With a command, CONFLICT if the mark is that of another one. */
  refuse: (
    was: UnitRecord,
    { iccid, commandId }: { iccid: string; commandId?: string },
    reason: string,
    now: number,
  ): Promise<void> =>
    unmark(
      was,
      iccid,
      auditEntry(SYSTEM, { ...about(was), action: 'keep marked SIM', after: { iccid, reason } }, now),
      commandId,
    ),
};

async function unmark(
  was: UnitRecord,
  iccid: string,
  audit: Parameters<typeof change>[0]['audit'] = [],
  commandId?: string,
): Promise<void> {
  if (was.deactivateOnStartUp !== iccid) return;
  const { UnitSerNum } = was;
  await change({ entities: markEntities, refused, audit, about: was }, (to) => [
    commandId === undefined
      ? to.deactivation.delete({ UnitSerNum }).commit()
      : to.deactivation.delete({ UnitSerNum }).where(isOfCommand(commandId)).commit(),
    to.unit.patch({ UnitSerNum }).remove(['deactivateOnStartUp']).where(isAsRead(was)).commit(),
  ]);
}

/** The condition that the mark is that of the command. */
const isOfCommand =
  (wanted: string) =>
  ({ commandId }: { commandId: string }, { eq }: Operations): string =>
    eq(commandId, wanted);
