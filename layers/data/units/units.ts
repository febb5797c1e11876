import { Entity, type EntityItem } from 'electrodb';
import { AppError } from '#core/errors.ts';
import type { Page } from '#core/paging.ts';
import { covers, dealerKeysOf, type Scope } from '#core/scope.ts';
import { UNIT_MODELS, type UnitModel } from '#core/units/unit.ts';
import { number, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { getAll } from '../kit/batch.ts';
import { page } from '../kit/page.ts';
import { at, primary, secondary, through } from '../kit/table.ts';

export const UnitEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'unit', version: '1' },
    attributes: {
      UnitSerNum: requiredText,
      UnitModel: { type: UNIT_MODELS, required: true },
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
};

/** The dealers whose counts a unit at `dealerPath` is part of. */
export const countedFor = (dealerPath: string) => dealerKeysOf(dealerPath);
