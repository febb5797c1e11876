import { Entity, type TransactWriteEntities } from 'electrodb';
import type { Asker } from '#core/auth/identities.ts';
import { AppError } from '#core/errors.ts';
import type { Rights, Scope } from '#core/scope.ts';
import { otherSim } from '#core/sims/deactivation.ts';
import { instant } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { auditEntry, SYSTEM } from '../audit/audit.ts';
import { jsonOf, requiredNumber, requiredText } from '../kit/attributes.ts';
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
    },
    indexes: { byUnit: primary(['UnitSerNum'], []) },
  },
  at,
);

/** The entities of {@link markWrites}. */
export const markEntities = { unit: UnitEntity, deactivation: SimDeactivationEntity };
export const OTHER_IS_MARKED = 'Another SIM of this unit is marked already';
const refused = { changed: 'The unit changed meanwhile', other: OTHER_IS_MARKED };
const NO_OTHER_SIM = 'The unit has no other SIM over which it could log in';

/** Who marks a SIM. */
type Marker = Rights & { askedBy: Asker };

/** The audit entry of {@link markWrites}. */
export const markEntry = (by: Marker, was: UnitRecord, iccid: string, now: number, partOf?: string) => {
  const entry = { ...about(was), action: 'mark SIM for deactivation', after: { iccid } } as const;
  return auditEntry(by, { ...entry, ...(partOf !== undefined && { partOf }) }, now);
};

/** The writes that mark a SIM. They are refused as `other` if another SIM of the unit is marked. */
export const markWrites = (
  to: TransactWriteEntities<typeof markEntities>,
  { askedBy, actor }: Marker,
  was: UnitRecord,
  iccid: string,
  now: number,
) => {
  const { UnitSerNum, DealerKey } = was;
  return [
    refusedAs(
      'other',
      to.deactivation
        .put({ UnitSerNum, iccid, askedBy, userName: actor.userName, askedAt: instant(now), DealerKey })
        .where((stored, { notExists, ne }) => `${notExists(stored.iccid)} OR ${ne(stored.DealerKey, DealerKey)}`)
        .commit(),
    ),
    to.unit.patch({ UnitSerNum }).set({ deactivateOnStartUp: iccid }).where(isAsRead(was)).commit(),
  ] as const;
};

export const simDeactivationStore = {
  /** The marked SIM, and who asked; undefined if none is marked, or if it was marked for a dealer that had the unit before. */
  async get({ UnitSerNum, DealerKey, deactivateOnStartUp }: UnitRecord) {
    if (deactivateOnStartUp === undefined) return undefined;
    const { data } = await SimDeactivationEntity.get({ UnitSerNum }).go({ consistent: true });
    return data?.DealerKey === DealerKey ? data : undefined;
  },

  /** Marks a SIM. Does nothing if it is marked already. CONFLICT if the unit has no other SIM, or changed. */
  async mark(by: Marker, was: UnitRecord, iccid: string, now: number): Promise<void> {
    if ((await simDeactivationStore.get(was))?.iccid === iccid) return;
    if (otherSim(was, iccid) === undefined) throw new AppError('CONFLICT', NO_OTHER_SIM);
    await change({ entities: markEntities, refused, audit: markEntry(by, was, iccid, now), about: was }, (to) =>
      markWrites(to, by, was, iccid, now),
    );
  },

  /** Takes the mark back. Does nothing if the SIM is not marked. */
  withdraw: (scope: Scope, was: UnitRecord, iccid: string, now: number): Promise<void> =>
    unmark(
      was,
      iccid,
      auditEntry(scope, { ...about(was), action: 'withdraw SIM deactivation', after: { iccid } }, now),
    ),

  /** The marked SIM was deactivated. The entry of who asked its carrier says so. */
  done: (was: UnitRecord, iccid: string): Promise<void> => unmark(was, iccid),

  /** The marked SIM stays as it is, because of `reason`. */
  refuse: (was: UnitRecord, iccid: string, reason: string, now: number): Promise<void> =>
    unmark(was, iccid, auditEntry(SYSTEM, { ...about(was), action: 'keep marked SIM', after: { iccid, reason } }, now)),
};

async function unmark(
  was: UnitRecord,
  iccid: string,
  audit: Parameters<typeof change>[0]['audit'] = [],
): Promise<void> {
  if (was.deactivateOnStartUp !== iccid) return;
  const { UnitSerNum } = was;
  await change({ entities: markEntities, refused, audit, about: was }, (to) => [
    to.deactivation.delete({ UnitSerNum }).commit(),
    to.unit.patch({ UnitSerNum }).remove(['deactivateOnStartUp']).where(isAsRead(was)).commit(),
  ]);
}

const about = ({ UnitSerNum, DealerKey }: UnitRecord) => ({
  objectKind: 'unit' as const,
  objectId: UnitSerNum,
  dealerKey: DealerKey,
});

/** The unit has the SIMs, the mark and the dealer that were read. */
const isAsRead =
  (was: UnitRecord) =>
  (unit: Required<UnitRecord>, { eq, notExists }: Operations): string =>
    [
      eq(unit.dealerPath, was.dealerPath),
      ...(['ICCID1', 'ICCID2', 'deactivateOnStartUp'] as const).map((name) =>
        was[name] === undefined ? notExists(unit[name]) : eq(unit[name], was[name]),
      ),
    ].join(' AND ');
