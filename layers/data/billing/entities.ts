import { Entity } from 'electrodb';
import type { BillingState, BillLine } from '#core/billing/bill-line.ts';
import type { ChangedRate } from '#core/billing/look-back.ts';
import type { Rate } from '#core/billing/rates.ts';
import type { CountedUsage, SimUsage } from '#core/billing/sim-usage.ts';
import type { UsageFinding } from '#core/billing/usage-check.ts';
import type { Carrier } from '#core/sims/carrier.ts';
import {
  expiresAt,
  jsonOf,
  number,
  requiredNumber,
  requiredNumberOf,
  requiredText,
  text,
  textOf,
} from '../kit/attributes.ts';
import { correlation } from '../kit/correlation.ts';
import { at, primary, secondary } from '../kit/table.ts';
import { versionedAttributes, versionedIndexes } from '../kit/versioned-records.ts';

/** A unit from a moment on, as bills see it. Nothing changes or deletes it: bills are made from these. */
export const BillingStateEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'billingState', version: '1' },
    attributes: {
      UnitSerNum: requiredText,
      /** The place of the change in the stream of its unit. */
      sequence: requiredText,
      state: { ...jsonOf<BillingState>(), required: true },
    },
    indexes: { byUnit: primary(['UnitSerNum'], ['sequence']) },
  },
  at,
);

/** A unit that was ever in service. Bills go through all of them by serial number, so that a unit that moves meanwhile is not left out. */
export const BillableUnitEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'billableUnit', version: '1' },
    attributes: {
      all: { type: 'string', hidden: true, default: 'all' },
      UnitSerNum: requiredText,
      UnitModel: { ...textOf<BillLine['UnitModel']>(), required: true },
    },
    indexes: { billableUnit: primary(['all'], ['UnitSerNum']) },
  },
  at,
);

/** How far the first states of the units are that were in service before billing began. */
export const BillingStartEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'billingStart', version: '1' },
    attributes: {
      all: { type: 'string', hidden: true, default: 'all' },
      startedAt: requiredText,
      /** The place in the list of units from which on they are missing. */
      place: text,
      /** Since when all of them are noted. */
      doneAt: text,
    },
    indexes: { billingStart: primary(['all'], []) },
  },
  at,
);

/** What a dealer and those below it pay from a day on. */
export const BillingRateEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'billingRate', version: '1' },
    attributes: {
      ...versionedAttributes,
      ...correlation,
      forDealer: { ...requiredNumber, padding: { length: 10, char: '0' } },
      Type: { ...textOf<Rate['Type']>(), required: true },
      UnitModel: { ...textOf<Rate['UnitModel']>(), required: true },
      from: requiredText,
      cents: requiredNumber,
    },
    indexes: {
      ...versionedIndexes,
      byDealer: secondary('gsi1', ['DealerKey'], ['forDealer', 'Type', 'UnitModel', 'from', 'id']),
    },
  },
  at,
);

/** From when on a rate was added, changed or deleted. Bills of periods that were closed before are corrected from then on. */
export const BillingRateChangeEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'billingRateChange', version: '1' },
    attributes: {
      all: { type: 'string', hidden: true, default: 'all' },
      changeId: requiredText,
      from: requiredText,
      /** Before and after the change. Absent: it is not known which rates changed. */
      rates: jsonOf<ChangedRate[]>(),
      notedAt: requiredNumber,
    },
    indexes: { billingRateChange: primary(['all'], ['changeId']) },
  },
  at,
);

const totals = {
  Sum: requiredNumber,
  SumUnitsOnly: requiredNumber,
  CountUnitsOnly: requiredNumber,
  SumActivationsOnly: requiredNumber,
  GrandTotalSum: requiredNumber,
  totalUnitCount: requiredNumber,
};

/** The bills of a period: how far they are, and their totals. */
export const BillingRunEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'billingRun', version: '1' },
    attributes: {
      all: { type: 'string', hidden: true, default: 'all' },
      period: requiredText,
      startedAt: requiredText,
      /** The last unit whose lines are written. */
      cursor: text,
      /** Of that unit, only the lines of the dealers up to this one are written: it has more than fit into one step. */
      dealersUpTo: number,
      units: requiredNumber,
      /** How many units there were when the first step began. Absent: none is done. */
      of: number,
      /** When the bills were closed. From then on nothing of them changes. */
      closedAt: text,
      ...totals,
    },
    indexes: { billingRun: primary(['all'], ['period']) },
  },
  at,
);

/** The bill of a dealer for a period. */
export const BillEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'bill', version: '1' },
    attributes: {
      period: requiredText,
      DealerKey: { ...requiredNumber, padding: { length: 10, char: '0' } },
      /** The path of the dealer when the bill was begun: whose rates hold, also for corrections. Absent: that of today. */
      ratesPath: text,
      /** The billing code of the dealer when the bill was begun. Absent: that of today. */
      BillingCode: text,
      ...totals,
    },
    indexes: { byPeriod: primary(['period'], ['DealerKey']) },
  },
  at,
);

/** The lines of a bill with one type, model and rate, counted. */
export const BillTypeEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'billType', version: '1' },
    attributes: {
      period: requiredText,
      DealerKey: requiredNumber,
      Type: { ...textOf<BillLine['Type']>(), required: true },
      UnitModel: { ...textOf<BillLine['UnitModel']>(), required: true },
      Rate: { ...requiredNumber, padding: { length: 10, char: '0' } },
      TypeCount: requiredNumber,
      TypeSum: requiredNumber,
    },
    indexes: { byBill: primary(['period', 'DealerKey'], ['Type', 'UnitModel', 'Rate']) },
  },
  at,
);

export const BillLineEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'billLine', version: '1' },
    attributes: {
      period: requiredText,
      DealerKey: requiredNumber,
      UnitSerNum: requiredText,
      /** The number of the line among those of its unit. */
      number: { ...requiredNumber, padding: { length: 3, char: '0' } },
      line: { ...jsonOf<BillLine>(), required: true },
    },
    indexes: { byBill: primary(['period', 'DealerKey'], ['UnitSerNum', 'number']) },
  },
  at,
);

/** What a SIM used in a period, as its carrier told so far. */
export const SimUsageEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'simUsage', version: '1' },
    attributes: {
      iccid: requiredText,
      period: requiredText,
      /** The unit that had the SIM when it was read. */
      UnitSerNum: requiredText,
      /** Several units had it in the period: nobody knows which of them used how much. */
      isMoved: { type: 'boolean' },
      /** Absent: the carrier told nothing. Has the counter of a carrier that counts by cycles of its own. */
      usage: jsonOf<SimUsage | CountedUsage>(),
      /** The latest ping of its unit in the period. */
      lastPingAt: text,
      /** New with each reading, so that of two readings at once one is stored. */
      stamp: requiredText,
      expiresAt,
    },
    indexes: { bySim: primary(['iccid'], ['period']) },
  },
  at,
);

/** A SIM that is billed and silent in a period, or talks and is not billed. Few SIMs have one. What it used is in `SimUsageEntity`. */
export const UsageFindingEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'usageFinding', version: '1' },
    attributes: {
      UnitSerNum: requiredText,
      period: requiredText,
      iccid: requiredText,
      /** Who pays for the unit; of a unit that is not billed, whose it was. */
      DealerKey: { ...requiredNumber, padding: { length: 10, char: '0' } },
      carrier: requiredNumberOf<Carrier>(),
      finding: { ...textOf<UsageFinding>(), required: true },
      billedDays: requiredNumber,
      foundAt: requiredText,
      expiresAt,
    },
    indexes: {
      byUnit: primary(['UnitSerNum'], ['period', 'iccid']),
      byPeriod: secondary('gsi1', ['period'], ['DealerKey', 'UnitSerNum', 'iccid']),
    },
  },
  at,
);
