import { z } from 'zod';
import { defineArea } from '../contract.ts';
import { DealerKeyInput } from '../dealers/dealer.ts';
import { OrderKey } from '../orders/order-key.ts';
import { PageRequest, pageOf } from '../paging.ts';
import { SIM_EDITORS } from '../sims/access.ts';
import { UnitQuery } from '../units/list-query.ts';
import { SerialNumber, Unit, UnitModel } from '../units/unit.ts';
import { BULK_ACTION_ACCESS, BulkAction, BulkActionRow, MAX_UNITS } from './bulk-action.ts';
import { CHOSEN, misfitsOf } from './kinds.ts';
import { RowView } from './outcome.ts';
import { Pace } from './pace.ts';

/** What a bulk action can change of a unit. */
const UnitNow = Unit.pick({ UnitSerNum: true, UnitModel: true, UnitStatus: true, Report: true });

const Exclusion = z.object({ UnitSerNum: SerialNumber, reason: z.string() });

const OneBulkAction = z.object({ bchKey: z.string().regex(/^[0-9A-Z]{26}$/, 'No such bulk action') });

const MAX_SERIAL_BEGIN = 40;

const NO_UNIT = 'Please select a unit to perform a bulk action';

const UNITS_OR_QUERY = 'Name units or a query, not both';

const ChosenUnits = z
  .object({
    units: z.array(SerialNumber).min(1, NO_UNIT).max(MAX_UNITS, `At most ${MAX_UNITS} units at a time`).optional(),
    /** Instead of units: all units of the model that match these filters of the list. None of them: all units. */
    query: UnitQuery.optional(),
    ...CHOSEN,
    UnitModel,
  })
  .superRefine((asked, context) => {
    if ((asked.units === undefined) === (asked.query === undefined))
      context.addIssue({ code: 'custom', path: ['units'], message: asked.units ? UNITS_OR_QUERY : NO_UNIT });
    for (const { path, message } of misfitsOf(asked)) context.addIssue({ code: 'custom', path: [path], message });
  });

export const bulkActions = defineArea({
  create: {
    method: 'POST',
    path: '/api/bulkAction',
    summary: 'Start a bulk action on up to 1,000 units, or on up to 100,000 that match a query',
    access: BULK_ACTION_ACCESS,
    input: ChosenUnits.extend({ pace: Pace.optional() }),
    output: BulkAction,
    errors: ['INVALID', 'NOT_FOUND', 'TOO_LARGE'],
  },
  dryRun: {
    method: 'POST',
    path: '/api/bulkAction/dryRun',
    summary:
      'Read which units a bulk action would not change now, and why. Of a query, among the first 1,000. It changes nothing',
    access: BULK_ACTION_ACCESS,
    input: ChosenUnits,
    output: z.object({
      exclusions: z.array(Exclusion),
      /** How many units were looked at. */
      checked: z.number().int(),
    }),
    errors: ['INVALID', 'NOT_FOUND'],
  },
  list: {
    method: 'GET',
    path: '/api/bulkAction/getBulkActionStatus',
    summary: 'Read the bulk actions of the dealer, newest first',
    access: BULK_ACTION_ACCESS,
    input: PageRequest.extend({ dealerKey: DealerKeyInput.optional() }),
    output: pageOf(BulkAction),
    errors: ['NOT_FOUND'],
  },
  detail: {
    method: 'GET',
    path: '/api/bulkAction/getBulkActionDetail',
    summary: 'Read one bulk action and the outcome of each chosen unit. The rows of a query are read by pages',
    access: BULK_ACTION_ACCESS,
    input: OneBulkAction,
    output: z.object({ bulkAction: BulkAction, rows: z.array(BulkActionRow) }),
    errors: ['NOT_FOUND'],
  },
  rows: {
    method: 'GET',
    path: '/api/bulkAction/getBulkActionRows',
    summary:
      'Read the units of a bulk action and their outcomes, page by page: all, the latest, or those of an outcome; and by the begin of the serial number',
    access: BULK_ACTION_ACCESS,
    input: OneBulkAction.extend({
      ...PageRequest.shape,
      view: RowView.optional(),
      /** The begin of serial numbers. */
      unit: z.string().trim().max(MAX_SERIAL_BEGIN).optional(),
    }).refine(({ view, unit }) => view !== 'latest' || !unit, {
      path: ['unit'],
      message: 'Search all units or those of an outcome',
    }),
    output: pageOf(BulkActionRow),
    errors: ['NOT_FOUND'],
  },
  unitStatus: {
    method: 'GET',
    path: '/api/bulkAction/getUnitStatus',
    summary: 'Read what the chosen units of a bulk action are now',
    access: BULK_ACTION_ACCESS,
    input: OneBulkAction,
    output: z.object({ units: z.array(UnitNow) }),
    errors: ['NOT_FOUND', 'TOO_LARGE'],
  },
  pause: {
    method: 'POST',
    path: '/api/bulkAction/pause',
    summary: 'Hold a bulk action before its next unit',
    access: BULK_ACTION_ACCESS,
    input: OneBulkAction,
    output: BulkAction,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  resume: {
    method: 'POST',
    path: '/api/bulkAction/resume',
    summary: 'Go on with the open units of a bulk action that is paused or makes no progress',
    access: BULK_ACTION_ACCESS,
    input: OneBulkAction,
    output: BulkAction,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  cancel: {
    method: 'POST',
    path: '/api/bulkAction/cancel',
    summary: 'End a bulk action for good before its next unit',
    access: BULK_ACTION_ACCESS,
    input: OneBulkAction,
    output: BulkAction,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  changePace: {
    method: 'POST',
    path: '/api/bulkAction/pace',
    summary: 'Change how many units of a bulk action are done per minute; null is no limit',
    access: BULK_ACTION_ACCESS,
    input: OneBulkAction.extend({ pace: Pace.nullable() }),
    output: BulkAction,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  retry: {
    method: 'POST',
    path: '/api/bulkAction/retry',
    summary: 'Retry the failed units of a finished bulk action',
    access: BULK_ACTION_ACCESS,
    input: OneBulkAction,
    output: BulkAction,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  massActivation: {
    method: 'POST',
    path: '/api/unitSim/massActivation',
    summary: 'Activate the Verizon SIMs of up to 1,000 units of an order, as a bulk action',
    access: SIM_EDITORS,
    input: z.object({
      /** The key of the order. */
      orderKeySudo: OrderKey,
      /** Deactivate the other SIM of each unit, after it has logged in over Verizon. */
      deactivateOldSim: z.boolean().default(false),
      /** Where the call before ended: the order has more units. */
      cursor: z.string().max(2_000).optional(),
    }),
    output: z.object({ bulkAction: BulkAction, cursor: z.string().nullable() }),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  },
});
