import type { TransactWriteEntities } from 'electrodb';
import type { Actor, Scope } from '#core/scope.ts';
import { packTold, type Told } from '#core/unit-configuration/reported.ts';
import type { Hub } from '#core/units/hub.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { auditEntry } from '../audit/audit.ts';
import { change } from '../kit/change.ts';
import { type Operations, tryWrite } from '../kit/conditions.ts';
import { UnitEntity } from './units.ts';

const entities = { unit: UnitEntity };
const refused = { changed: 'The unit changed meanwhile' };

export const unitChangeStore = {
  /** Switches reporting. CONFLICT if somebody else switched it, or the unit or its dealer moved. */
  async setReporting(scope: Scope, was: UnitRecord, Report: 0 | 1, now: number): Promise<void> {
    if (was.Report === Report) return;
    const { write, audit } = reportingSwitch(scope, was, Report, now);
    await change({ entities, refused, audit, about: was }, (to) => [write(to.unit)]);
  },

  /**
   * Stores the firmware, the active SIM and the configuration that a unit told at login. `fence` identifies the connection. Logins can be delivered twice
   * and in any order. Only a login on a newer connection changes anything. Returns the unit as it is then; undefined if there is none.
   */
  async recordLogin(
    UnitSerNum: string,
    { FirmVer, ICCID, fence, told }: { FirmVer: string; ICCID?: string; fence: number; told?: Told | undefined },
  ): Promise<UnitRecord | undefined> {
    const { data: unit } = await UnitEntity.get({ UnitSerNum }).go({ consistent: true });
    if (!unit || (unit.loginFence ?? -1) >= fence) return unit ?? undefined;
    const slot = ICCID === undefined ? undefined : ([1, 2] as const).find((one) => unit[`ICCID${one}`] === ICCID);
    const active = slot && {
      ActiveICCID: ICCID,
      activeSimSlot: slot === 1 ? (0 as const) : (1 as const),
      ActiveCarrier: unit[`ICCID${slot}Carrier`],
      ActiveState: unit[`ICCID${slot}State`],
    };
    await tryWrite(
      UnitEntity.patch({ UnitSerNum })
        .set({ FirmVer, ...active, loginFence: fence, ...(told && { loginTold: packTold(told) }) })
        .where(({ loginFence }, { notExists, lt }) => `${notExists(loginFence)} OR ${lt(loginFence, fence)}`)
        .go(),
    );
    return { ...unit, FirmVer };
  },

  /** Stores what a wearable told of its hub. Reports come twice and in any order: only a later one changes anything. */
  async recordHub(UnitSerNum: string, hub: Hub, at: string): Promise<void> {
    await tryWrite(
      UnitEntity.patch({ UnitSerNum })
        .set({ hub, hubAt: at })
        .where(({ hubAt }, { notExists, lt }) => `${notExists(hubAt)} OR ${lt(hubAt, at)}`)
        .go(),
    );
  },

  /** Corrects the stored state of the SIM in a slot. CONFLICT if it is no longer what was read, or the unit's dealer was moved. */
  async correctSimState(by: Actor, was: UnitRecord, slot: 1 | 2, state: number, now: number): Promise<void> {
    const field = `ICCID${slot}State` as const;
    const believed = was[field];
    const active = was.ActiveICCID !== undefined && was.ActiveICCID === was[`ICCID${slot}`];
    const corrected = {
      ...unitObject(was),
      action: 'correct SIM state' as const,
      before: { [field]: believed },
      after: { [field]: state },
    };
    await change({ entities, refused, audit: auditEntry(by, corrected, now), about: was }, (to) => [
      to.unit
        .patch({ UnitSerNum: was.UnitSerNum })
        .set({ [field]: state, ...(active && { ActiveState: state }) })
        .where((unit, { eq, notExists }) =>
          believed === undefined ? notExists(unit[field]) : eq(unit[field], believed),
        )
        .commit(),
    ]);
  },
};

const unitObject = ({ UnitSerNum, DealerKey }: UnitRecord) => ({
  objectKind: 'unit' as const,
  objectId: UnitSerNum,
  dealerKey: DealerKey,
});

/**
 * The write that switches a unit's reporting, on the condition that the unit is as it was read, and its audit entry. If the reporting is
 * so already, it only checks the condition and has no entry. `partOf` is the bulk action that switches it.
 */
export function reportingSwitch(by: Actor, was: UnitRecord, Report: 0 | 1, now: number, partOf?: string) {
  const isAsRead = (unit: Pick<UnitRecord, 'Report' | 'dealerPath'>, { eq }: Operations) =>
    `${eq(unit.Report, was.Report)} AND ${eq(unit.dealerPath, was.dealerPath)}`;
  const { UnitSerNum } = was;
  const isSwitched = was.Report !== Report;
  const entry = {
    ...unitObject(was),
    action: 'switch reporting' as const,
    before: { Report: was.Report },
    after: { Report },
    ...(partOf !== undefined && { partOf }),
  };
  return {
    audit: isSwitched ? [auditEntry(by, entry, now)] : [],
    write: (unit: TransactWriteEntities<typeof entities>['unit']) =>
      isSwitched
        ? unit.patch({ UnitSerNum }).set({ Report }).where(isAsRead).commit()
        : unit.check({ UnitSerNum }).where(isAsRead).commit(),
  };
}
