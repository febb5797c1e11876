import type { Scope } from '#core/scope.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { auditEntry, SYSTEM } from '../audit/audit.ts';
import { change } from '../kit/change.ts';
import type { Operations } from '../kit/conditions.ts';
import { about, isAsRead, markEntities, refused } from './sim-deactivations.ts';

/** What tells the mark of a SIM from a later one. */
interface MarkRead {
  askedAt: string;
  commandId?: string | undefined;
}

/** The ends of the mark of a SIM. They do nothing if the SIM is not marked. */
export const markEndStore = {
  /** Takes the mark back. Does nothing if the SIM is not marked. */
  withdraw: (scope: Scope, was: UnitRecord, iccid: string, now: number): Promise<void> =>
    unmark(
      was,
      iccid,
      auditEntry(scope, { ...about(was), action: 'withdraw SIM deactivation', after: { iccid } }, now),
    ),

  /** The marked SIM was deactivated. The entry of who asked its carrier says so. CONFLICT if it was marked again after `mark` was read. */
  done: (was: UnitRecord, iccid: string, mark: MarkRead): Promise<void> => unmark(was, iccid, [], isMark(was, mark)),

  /** The marked SIM stays as it is, because of `reason`. CONFLICT if it was marked again after `mark` was read. */
  refuse: (was: UnitRecord, iccid: string, mark: MarkRead | undefined, reason: string, now: number): Promise<void> =>
    unmark(
      was,
      iccid,
      auditEntry(SYSTEM, { ...about(was), action: 'keep marked SIM', after: { iccid, reason } }, now),
      isMark(was, mark),
    ),
};

async function unmark(
  was: UnitRecord,
  iccid: string,
  audit: Parameters<typeof change>[0]['audit'] = [],
  isAsMarked?: ReturnType<typeof isMark>,
): Promise<void> {
  if (was.deactivateOnStartUp !== iccid) return;
  const { UnitSerNum } = was;
  await change({ entities: markEntities, refused, audit, about: was }, (to) => [
    isAsMarked === undefined
      ? to.deactivation.delete({ UnitSerNum }).commit()
      : to.deactivation.delete({ UnitSerNum }).where(isAsMarked).commit(),
    to.unit.patch({ UnitSerNum }).remove(['deactivateOnStartUp']).where(isAsRead(was)).commit(),
  ]);
}

/** The condition that the mark is the one that was read. Undefined: the dealer of the unit has none. */
const isMark =
  ({ DealerKey }: UnitRecord, mark: MarkRead | undefined) =>
  (stored: Required<MarkRead> & { DealerKey: number }, { eq, ne, notExists }: Operations): string =>
    mark === undefined
      ? `${notExists(stored.askedAt)} OR ${ne(stored.DealerKey, DealerKey)}`
      : `${eq(stored.askedAt, mark.askedAt)} AND ${
          mark.commandId === undefined ? notExists(stored.commandId) : eq(stored.commandId, mark.commandId)
        }`;
