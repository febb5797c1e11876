import { z } from 'zod';
import { defineArea } from '../contract.ts';
import { DealerKeyInput } from '../dealers/dealer.ts';
import { PageRequest, pageOf } from '../paging.ts';
import { SerialNumber, Unit, UnitModel } from '../units/unit.ts';
import { BULK_ACTION_ACCESS, BulkAction, BulkActionRow, MAX_UNITS } from './bulk-action.ts';
import { CHOSEN, misfitsOf } from './kinds.ts';
import { Pace } from './pace.ts';

/** What a bulk action can change of a unit. */
const UnitNow = Unit.pick({ UnitSerNum: true, UnitModel: true, UnitStatus: true, Report: true });

const Exclusion = z.object({ UnitSerNum: SerialNumber, reason: z.string() });

const OneBulkAction = z.object({ bchKey: z.string().regex(/^[0-9A-Z]{26}$/, 'No such bulk action') });

const ChosenUnits = z
  .object({
    units: z
      .array(SerialNumber)
      .min(1, 'Please select a unit to perform a bulk action')
      .max(MAX_UNITS, `At most ${MAX_UNITS} units at a time`),
    ...CHOSEN,
    UnitModel,
  })
  .superRefine((asked, context) => {
    for (const { path, message } of misfitsOf(asked)) context.addIssue({ code: 'custom', path: [path], message });
  });

export const bulkActions = defineArea({
  create: {
    method: 'POST',
    path: '/api/bulkAction',
    summary: 'Start a bulk action on up to 1,000 units',
    access: BULK_ACTION_ACCESS,
    input: ChosenUnits.extend({ pace: Pace.optional() }),
    output: BulkAction,
    errors: ['INVALID'],
  },
  dryRun: {
    method: 'POST',
    path: '/api/bulkAction/dryRun',
    summary: 'Read which units a bulk action would not change now, and why. It changes nothing',
    access: BULK_ACTION_ACCESS,
    input: ChosenUnits,
    output: z.object({ exclusions: z.array(Exclusion) }),
    errors: ['INVALID'],
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
    summary: 'Read one bulk action and the outcome of each of its units',
    access: BULK_ACTION_ACCESS,
    input: OneBulkAction,
    output: z.object({ bulkAction: BulkAction, rows: z.array(BulkActionRow) }),
    errors: ['NOT_FOUND'],
  },
  unitStatus: {
    method: 'GET',
    path: '/api/bulkAction/getUnitStatus',
    summary: 'Read what the units of a bulk action are now',
    access: BULK_ACTION_ACCESS,
    input: OneBulkAction,
    output: z.object({ units: z.array(UnitNow) }),
    errors: ['NOT_FOUND'],
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
});
