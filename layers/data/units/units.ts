import { Entity } from 'electrodb';
import { AppError } from '#core/errors.ts';
import type { FormerDealer } from '#core/history/visible-from.ts';
import type { Page } from '#core/paging.ts';
import { covers, type Scope } from '#core/scope.ts';
import type { Carrier } from '#core/sims/carrier.ts';
import type { BatteryNumber } from '#core/unit-actions/batteries.ts';
import type { Hub } from '#core/units/hub.ts';
import { type LastPing, UNIT_MODELS, type UnitModel, type UnitStatus } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { jsonOf, number, numberOf, requiredNumber, requiredNumberOf, requiredText, text } from '../kit/attributes.ts';
import { getAll } from '../kit/batch.ts';
import { correlation } from '../kit/correlation.ts';
import { page } from '../kit/page.ts';
import { at, endOfPrefix, primary, secondary } from '../kit/table.ts';

export const UnitEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'unit', version: '1' },
    attributes: {
      ...correlation,
      UnitSerNum: requiredText,
      UnitModel: { type: UNIT_MODELS, required: true },
      UnitLineID: requiredText,
      UnitID: requiredText,
      UnitStatus: requiredNumberOf<UnitStatus>(),
      FirmVer: requiredText,
      ClearCommVer: text,
      IMEI: requiredText,
      /** The serial number of its board. */
      PCBSerNum: text,
      PTName: text,
      PTUnitFirmVer: text,
      ProfileTemplateKey: number,
      DealerKey: requiredNumber,
      /** The dealer's place in the tree, so that one query finds the units of a dealer and all below it. */
      dealerPath: requiredText,
      AllowOTAUpdate: requiredNumberOf<0 | 1>(),
      ICCID1: text,
      ICCID1State: number,
      ICCID1Carrier: numberOf<Carrier>(),
      ICCID1IP: text,
      MSISDN1: text,
      ICCID2: text,
      ICCID2State: number,
      ICCID2Carrier: numberOf<Carrier>(),
      ICCID2IP: text,
      /** The SIM of slot 2 that a person has declared ready to be called. */
      voiceReadyICCID: text,
      MSISDN2: text,
      /** The SIM that is deactivated after the unit's next login over its other one. Absent: none. */
      deactivateOnStartUp: text,
      ActiveICCID: text,
      activeSimSlot: requiredNumberOf<0 | 1>(),
      ActiveCarrier: numberOf<Carrier>(),
      ActiveState: number,
      Report: requiredNumberOf<0 | 1>(),
      BulkAction: requiredNumberOf<0 | 1>(),
      Custom1: requiredText,
      Custom2: requiredText,
      Tags: jsonOf<string[]>(),
      lastPing: jsonOf<LastPing>(),
      lastPingAt: text,
      /** The hours between two pings that the unit reported to have set. Absent: those of its model. */
      PingInterval: number,
      /** When the unit made its last test call, and how it went. Absent: it has made none. */
      testCall: text,
      /** The zones whose accessories have a low battery. Absent: none. */
      lowZones: text,
      tcpFail: requiredNumber,
      /** Failed downloads since somebody reset the count. Absent: none. */
      downloadFail: number,
      AllowSMSConnect: { type: ['0', '1'] as const, required: true },
      /** '0', or the date until which the unit logs remotely. */
      RemoteLog: requiredText,
      /** The battery that was changed last, and when. Absent: none. */
      newBattery: numberOf<BatteryNumber>(),
      newBatteryAt: text,
      /** The patient that the unit is linked to, and the vitals portal that knows the patient. Empty or absent: none. */
      vitalsPatient: text,
      vitalsPortal: text,
      /** The hub of a wearable, and when the unit told of it. Absent: it told of none. */
      hub: jsonOf<Hub>(),
      hubAt: text,
      /** The connection of the latest known login. A login on an earlier connection is outdated. */
      loginFence: number,
      /** The dealers that had the unit before. What happened then stays with them. */
      formerDealers: jsonOf<FormerDealer[]>(),
      /** When a wearable that moved was last asked to forget its home Wi-Fi. Absent: never. */
      homeAskedAt: text,
      /** When its last wearer left it within its dealer. What was meant for that wearer ended then. Absent: none has. */
      wearerLeftAt: text,
      /** The revision of the configuration that the unit should have. Absent: nobody has saved one. */
      configRevision: number,
      /** What the unit tells since it reported that revision. Absent: it has not reported it. */
      configDigest: number,
      /** How many messages wait for the unit. */
      syncQueued: number,
      /** How many messages were ever put into its queue by people and rollouts: it only grows. */
      syncAdded: number,
      /** The configuration that the unit told with its last ping, and with its latest login (`packTold`). */
      pingTold: text,
      loginTold: text,
    },
    indexes: {
      unit: primary(['UnitSerNum'], []),
      byTree: secondary('gsi1', ['UnitModel'], ['dealerPath', 'UnitSerNum']),
    },
  },
  at,
);

/** The number of units of a model at a dealer and all below it. It changes with the units, so nothing has to read and count them. */
export const UnitCountEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'unitCount', version: '1' },
    attributes: {
      DealerKey: requiredNumber,
      UnitModel: requiredText,
      count: requiredNumber,
      /** How many of them have no secret. */
      withoutSecret: number,
    },
    indexes: { byDealer: primary(['DealerKey'], ['UnitModel']) },
  },
  at,
);

const missing = () => new AppError('NOT_FOUND', 'There is no such unit');

export const unitStore = {
  /** The unit; NOT_FOUND if there is none, or it is outside the scope. */
  async get(scope: Pick<Scope, 'dealerPath'>, UnitSerNum: string): Promise<UnitRecord> {
    const { data } = await UnitEntity.get({ UnitSerNum }).go({ consistent: true });
    if (!data || !covers(scope, data.dealerPath)) throw missing();
    return data;
  },

  /** Those of the units that exist in the scope, in the order of the request. `consistent` reads the latest state. */
  async getMany(
    scope: Pick<Scope, 'dealerPath'>,
    serialNumbers: readonly string[],
    { consistent = false } = {},
  ): Promise<UnitRecord[]> {
    const stored = await getAll(
      UnitEntity,
      serialNumbers.map((UnitSerNum) => ({ UnitSerNum })),
      { consistent },
    );
    const found = new Map(
      stored.filter((unit) => covers(scope, unit.dealerPath)).map((unit) => [unit.UnitSerNum, unit]),
    );
    return serialNumbers.flatMap((UnitSerNum) => found.get(UnitSerNum) ?? []);
  },

  /** One page of the units of a model at the scope's dealer and all below it, by dealer and serial number. */
  list: (
    { dealerPath }: Pick<Scope, 'dealerPath'>,
    UnitModel: UnitModel,
    request: { cursor?: string | undefined; pageSize: number },
  ): Promise<Page<UnitRecord>> =>
    page(
      UnitEntity.query.byTree({ UnitModel }).between({ dealerPath }, { dealerPath: endOfPrefix(dealerPath) }),
      request,
    ),

  /** The number of units of each model at the scope's dealer and all below it: of all, or of those without a secret. */
  async totals(
    scope: Pick<Scope, 'dealerKey'>,
    counted: 'count' | 'withoutSecret' = 'count',
  ): Promise<Record<string, number>> {
    const { data } = await UnitCountEntity.query.byDealer({ DealerKey: scope.dealerKey }).go();
    return Object.fromEntries(data.map((counts) => [counts.UnitModel, counts[counted] ?? 0]));
  },
};

/** The dealers whose counts a unit at `dealerPath` is part of. */
