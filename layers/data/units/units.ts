import { createWriteTransaction, Entity, type EntityItem } from 'electrodb';
import { AppError } from '#core/errors.ts';
import type { Page } from '#core/paging.ts';
import { covers, dealerKeysOf, type Scope } from '#core/scope.ts';
import type { Unit, UnitModel } from '#core/units/unit.ts';
import { AuditEntity, auditEntry } from '../audit/audit.ts';
import { dealerStore } from '../dealers/dealers.ts';
import { number, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { getAll } from '../kit/batch.ts';
import { committed, isConditionFailure, requireCommitted } from '../kit/conditions.ts';
import { page } from '../kit/page.ts';
import { at, primary, secondary, through } from '../kit/table.ts';

export const UnitEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'unit', version: '1' },
    attributes: {
      UnitSerNum: requiredText,
      UnitModel: { type: ['MXD-LTE', 'myConnect', 'myConnect Air'] as const, required: true },
      UnitLineID: requiredText,
      UnitID: requiredText,
      UnitStatus: requiredNumber,
      FirmVer: requiredText,
      ClearCommVer: text,
      IMEI: requiredText,
      PTName: text,
      PTUnitFirmVer: text,
      ProfileTemplateKey: number,
      DealerKey: requiredNumber,
      /** The dealer's place in the tree, so that one query answers for a dealer and all below it. */
      dealerPath: requiredText,
      AllowOTAUpdate: requiredNumber,
      ICCID1: text,
      ICCID1State: number,
      ICCID1Carrier: number,
      ICCID1IP: text,
      MSISDN1: text,
      ICCID2: text,
      ICCID2State: number,
      ICCID2Carrier: number,
      ICCID2IP: text,
      MSISDN2: text,
      ActiveICCID: text,
      activeSimSlot: requiredNumber,
      ActiveCarrier: number,
      ActiveState: number,
      Report: requiredNumber,
      BulkAction: requiredNumber,
      Custom1: requiredText,
      Custom2: requiredText,
      lastPing: { type: 'any' },
      lastPingAt: text,
      tcpFail: requiredNumber,
      AllowSMSConnect: { type: ['0', '1'] as const, required: true },
      /** '0', or the date until which the unit logs remotely. */
      RemoteLog: requiredText,
      /** The connection of the latest login that is known: a login on an earlier one tells nothing new. */
      loginFence: number,
    },
    indexes: {
      unit: primary(['UnitSerNum'], []),
      byTree: secondary('gsi1', ['UnitModel'], ['dealerPath', 'UnitSerNum']),
    },
  },
  at,
);
export type StoredUnit = EntityItem<typeof UnitEntity>;

/** How many units of a model a dealer and those below it have; counted along when units come and go, never by reading them. */
export const UnitCountEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'unitCount', version: '1' },
    attributes: { DealerKey: requiredNumber, UnitModel: requiredText, count: requiredNumber },
    indexes: { byDealer: primary(['DealerKey'], ['UnitModel']) },
  },
  at,
);

const asUnit = (stored: StoredUnit, DealerName: string): Unit => {
  const { dealerPath: _path, lastPingAt: _at, tcpFail: _tcp, AllowSMSConnect: _sms, RemoteLog: _log, ...rest } = stored;
  const { loginFence: _fence, ...unit } = rest;
  return { ...unit, DealerName } as Unit;
};

/** Stored units as the portal shows them, with their dealers' names. */
export async function shownUnits(stored: readonly StoredUnit[], now: number): Promise<Unit[]> {
  const names = await dealerStore.names(
    stored.map(({ DealerKey }) => DealerKey),
    now,
  );
  return stored.map((unit) => asUnit(unit, names.get(unit.DealerKey)!));
}

const missing = () => new AppError('NOT_FOUND', 'There is no such unit');

export const unitStore = {
  /** The unit; NOT_FOUND where there is none or it lies outside the scope. */
  async get(scope: Pick<Scope, 'dealerPath'>, UnitSerNum: string): Promise<StoredUnit> {
    const { data } = await UnitEntity.get({ UnitSerNum }).go();
    if (!data || !covers(scope, data.dealerPath)) throw missing();
    return data;
  },

  /** Those of the units that exist within the scope, in the order asked. */
  async getMany(scope: Pick<Scope, 'dealerPath'>, serialNumbers: readonly string[]): Promise<StoredUnit[]> {
    const stored = await getAll(
      UnitEntity,
      serialNumbers.map((UnitSerNum) => ({ UnitSerNum })),
    );
    const found = new Map(
      stored.filter((unit) => covers(scope, unit.dealerPath)).map((unit) => [unit.UnitSerNum, unit]),
    );
    return serialNumbers.flatMap((UnitSerNum) => found.get(UnitSerNum) ?? []);
  },

  /** One page of the units of a model that the scope's dealer and those below it have, by dealer and serial number. */
  list: (
    { dealerPath }: Pick<Scope, 'dealerPath'>,
    UnitModel: UnitModel,
    request: { cursor?: string | undefined; pageSize: number },
  ): Promise<Page<StoredUnit>> =>
    page(UnitEntity.query.byTree({ UnitModel }).between({ dealerPath }, { dealerPath: through(dealerPath) }), request),

  /** How many units of each model the scope's dealer and those below it have. */
  async totals(scope: Pick<Scope, 'dealerKey'>): Promise<Record<string, number>> {
    const { data } = await UnitCountEntity.query.byDealer({ DealerKey: scope.dealerKey }).go();
    return Object.fromEntries(data.map(({ UnitModel, count }) => [UnitModel, count]));
  },

  /** Switches reporting and says so in the audit; CONFLICT where somebody else switched it first. */
  async setReporting(scope: Scope, was: StoredUnit, Report: 0 | 1, now: number): Promise<void> {
    if (was.Report === Report) return;
    const result = await committed(() =>
      createWriteTransaction({ unit: UnitEntity, audit: AuditEntity }, (entities) => [
        entities.unit
          .patch({ UnitSerNum: was.UnitSerNum })
          .set({ Report })
          .where((unit, { eq }) => `${eq(unit.Report, was.Report)} AND ${eq(unit.dealerPath, was.dealerPath)}`)
          .commit(),
        entities.audit.create(reportingChange(scope, was, Report, now)).commit(),
      ]).go(),
    );
    requireCommitted(result, 'The unit changed meanwhile');
  },

  /**
   * Notes what a unit said of itself when it logged in: its firmware, and on which of its SIMs it runs. `fence` names the connection:
   * logins come in any order and more than once, and only one on a newer connection than those before changes anything.
   */
  async recordLogin(
    UnitSerNum: string,
    { FirmVer, ICCID, fence }: { FirmVer: string; ICCID?: string; fence: number },
  ): Promise<void> {
    const { data: unit } = await UnitEntity.get({ UnitSerNum }).go({ consistent: true });
    if (!unit || (unit.loginFence ?? -1) >= fence) return;
    const slot = ICCID === undefined ? undefined : ([1, 2] as const).find((one) => unit[`ICCID${one}`] === ICCID);
    const active = slot && {
      ActiveICCID: ICCID,
      activeSimSlot: slot - 1,
      ActiveCarrier: unit[`ICCID${slot}Carrier`],
      ActiveState: unit[`ICCID${slot}State`],
    };
    try {
      await UnitEntity.patch({ UnitSerNum })
        .set({ FirmVer, ...active, loginFence: fence })
        .where(({ loginFence }, { notExists, lt }) => `${notExists(loginFence)} OR ${lt(loginFence, fence)}`)
        .go();
    } catch (error) {
      if (!isConditionFailure(error)) throw error;
    }
  },

  /** Corrects the stored state of the SIM in a slot; CONFLICT where it is no longer what the caller believed. */
  async correctSimState(
    actor: Parameters<typeof auditEntry>[0],
    was: StoredUnit,
    slot: 1 | 2,
    state: number,
    now: number,
  ): Promise<void> {
    const field = `ICCID${slot}State` as const;
    const believed = was[field];
    const active = was.ActiveICCID !== undefined && was.ActiveICCID === was[`ICCID${slot}`];
    const result = await committed(() =>
      createWriteTransaction({ unit: UnitEntity, audit: AuditEntity }, (entities) => [
        entities.unit
          .patch({ UnitSerNum: was.UnitSerNum })
          .set({ [field]: state, ...(active && { ActiveState: state }) })
          .where((unit, { eq, notExists }) =>
            believed === undefined ? notExists(unit[field]) : eq(unit[field], believed),
          )
          .commit(),
        entities.audit
          .create(
            auditEntry(
              actor,
              {
                objectKind: 'unit',
                objectId: was.UnitSerNum,
                dealerKey: was.DealerKey,
                action: 'correct SIM state',
                before: { [field]: believed },
                after: { [field]: state },
              },
              now,
            ),
          )
          .commit(),
      ]).go(),
    );
    requireCommitted(result, 'The unit changed meanwhile');
  },
};

/** The audit entry of switching a unit's reporting. */
export const reportingChange = (
  scope: Pick<Scope, 'userKey' | 'userName' | 'actor'>,
  was: StoredUnit,
  Report: 0 | 1,
  now: number,
) =>
  auditEntry(
    scope,
    {
      objectKind: 'unit',
      objectId: was.UnitSerNum,
      dealerKey: was.DealerKey,
      action: 'switch reporting',
      before: { Report: was.Report },
      after: { Report },
    },
    now,
  );

/** The dealers whose counts a unit at `dealerPath` is part of. */
export const countedFor = (dealerPath: string) => dealerKeysOf(dealerPath);
