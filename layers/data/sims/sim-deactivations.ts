import { Entity, type TransactWriteEntities } from 'electrodb';
import type { Asker } from '#core/auth/identities.ts';
import { AppError } from '#core/errors.ts';
import type { Rights } from '#core/scope.ts';
import { otherSim } from '#core/sims/deactivation.ts';
import { instant } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { auditEntry } from '../audit/audit.ts';
import { jsonOf, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { change, refusedAs } from '../kit/change.ts';
import type { Operations } from '../kit/conditions.ts';
import { at, primary } from '../kit/table.ts';
import { UnitEntity } from '../units/units.ts';

/** Who asked for the deactivation of a SIM after the unit has logged in over its other one. The unit itself names the SIM. */
export const SimDeactivationEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'simDeactivation', version: '1' },
    attributes: {
      UnitSerNum: requiredText,
      iccid: requiredText,
      askedBy: { ...jsonOf<Asker>(), required: true },
      /** The user name, for screens. */
      userName: requiredText,
      askedAt: requiredText,
      /** The dealer of the unit when somebody asked. After a move nobody has asked. */
      DealerKey: requiredNumber,
      /** The command on which the unit changes its SIM. If it is not carried out, the mark ends. Absent: the mark waits for any login. */
      commandId: text,
      /** Earlier commands to change it that the unit may still carry out, or may have carried out. */
      earlierCommands: jsonOf<readonly string[]>(),
    },
    indexes: { byUnit: primary(['UnitSerNum'], []) },
  },
  at,
);

/** The entities of {@link markWrites}. */
export const markEntities = { unit: UnitEntity, deactivation: SimDeactivationEntity };
export const OTHER_IS_MARKED = 'Another SIM of this unit is marked already';
/** The refusals of the writes of a mark. */
export const refused = { changed: 'The unit changed meanwhile', other: OTHER_IS_MARKED };
const NO_OTHER_SIM = 'The unit has no other SIM over which it could log in';

/** Who marks a SIM. */
type Marker = Rights & { askedBy: Asker };

/** The audit entry of {@link markWrites}. */
export const markEntry = (by: Marker, was: UnitRecord, iccid: string, now: number, partOf?: string) => {
  const entry = { ...about(was), action: 'mark SIM for deactivation', after: { iccid } } as const;
  return auditEntry(by, { ...entry, ...(partOf !== undefined && { partOf }) }, now);
};

/** The writes that mark a SIM, until the command has ended if one is named. They are refused as `other` if another SIM of the unit is marked. */
export const markWrites = (
  to: TransactWriteEntities<typeof markEntities>,
  { askedBy, actor }: Marker,
  was: UnitRecord,
  { iccid, ...commands }: { iccid: string } & MarkCommands,
  now: number,
) => {
  const { UnitSerNum, DealerKey } = was;
  return [
    refusedAs(
      'other',
      to.deactivation
        .put({ UnitSerNum, iccid, askedBy, userName: actor.userName, askedAt: instant(now), DealerKey, ...commands })
        .where((stored, { notExists, ne, eq, exists }) =>
          [
            notExists(stored.iccid),
            ne(stored.DealerKey, DealerKey),
            // A unit without a mark left the stored one behind with a dealer that it had.
            ...(was.deactivateOnStartUp === undefined ? [exists(stored.iccid)] : []),
            // The mark of a command becomes that of whoever marks the same SIM after it.
            `(${eq(stored.iccid, iccid)} AND ${exists(stored.commandId)})`,
          ].join(' OR '),
        )
        .commit(),
    ),
    to.unit.patch({ UnitSerNum }).set({ deactivateOnStartUp: iccid }).where(isAsRead(was)).commit(),
  ] as const;
};

/** The commands on which a mark depends: it ends when the unit has carried out none of them. None: the mark waits for any login. */
interface MarkCommands {
  commandId?: string | undefined;
  earlierCommands?: readonly string[] | undefined;
}

/** The commands of the mark for which `isOpen` returns true, such as those that the unit may have carried out. */
export async function commandsOf(
  { UnitSerNum }: Pick<UnitRecord, 'UnitSerNum'>,
  { commandId, earlierCommands = [] }: MarkCommands,
  isOpen: (UnitSerNum: string, commandId: string) => Promise<boolean>,
): Promise<string[]> {
  const open: string[] = [];
  for (const one of [...earlierCommands, ...(commandId === undefined ? [] : [commandId])])
    if (await isOpen(UnitSerNum, one)) open.push(one);
  return open;
}

export const simDeactivationStore = {
  /** The marked SIM, and who asked; undefined if none is marked, or if it was marked for a dealer that had the unit before. */
  async get({ UnitSerNum, DealerKey, deactivateOnStartUp }: UnitRecord) {
    if (deactivateOnStartUp === undefined) return undefined;
    const { data } = await SimDeactivationEntity.get({ UnitSerNum }).go({ consistent: true });
    return data?.DealerKey === DealerKey ? data : undefined;
  },

  /** True if a person has marked the SIM already. CONFLICT if it cannot be marked. */
  async isMarked(was: UnitRecord, iccid: string): Promise<boolean> {
    const marked = await simDeactivationStore.get(was);
    if (marked?.iccid === iccid && marked.commandId === undefined) return true;
    if (otherSim(was, iccid) === undefined) throw new AppError('CONFLICT', NO_OTHER_SIM);
    if (marked && marked.iccid !== iccid) throw new AppError('CONFLICT', OTHER_IS_MARKED);
    return false;
  },

  /** Marks a SIM. Does nothing if it is marked already. CONFLICT if the unit has no other SIM, or changed. */
  async mark(by: Marker, was: UnitRecord, iccid: string, now: number): Promise<void> {
    if (await simDeactivationStore.isMarked(was, iccid)) return;
    await change({ entities: markEntities, refused, audit: markEntry(by, was, iccid, now), about: was }, (to) =>
      markWrites(to, by, was, { iccid }, now),
    );
  },
};

/** What the audit of a mark is about. */
export const about = ({ UnitSerNum, DealerKey }: UnitRecord) => ({
  objectKind: 'unit' as const,
  objectId: UnitSerNum,
  dealerKey: DealerKey,
});

/** The unit has the SIMs, the mark and the dealer that were read. */
export const isAsRead =
  (was: UnitRecord) =>
  (unit: Required<UnitRecord>, { eq, notExists }: Operations): string =>
    [
      eq(unit.dealerPath, was.dealerPath),
      ...(['ICCID1', 'ICCID2', 'deactivateOnStartUp'] as const).map((name) =>
        was[name] === undefined ? notExists(unit[name]) : eq(unit[name], was[name]),
      ),
    ].join(' AND ');
