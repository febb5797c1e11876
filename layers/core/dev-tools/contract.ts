import { z } from 'zod';
import { BulkAction } from '../bulk-actions/bulk-action.ts';
import { defineArea } from '../contract.ts';
import { UnitEvent } from '../history/ping.ts';
import { PageRequest, pageOf } from '../paging.ts';
import { ProfileKey } from '../profiles/profile.ts';
import { ShownReminder } from '../reminders/reminder.ts';
import { Instant } from '../time.ts';
import { SearchField } from '../units/search.ts';
import { SerialNumber, UnitModel } from '../units/unit.ts';
import { DEVELOPERS, MODEL_DEVELOPERS } from './access.ts';
import { DecibelShift, SystemReference } from './decibel.ts';
import { DevUnit } from './dev-unit.ts';
import { LIVE_REPORT_MESSAGES, LIVE_TABLE_NAMES, TABLE_KEY } from './live-report.ts';
import { MOST_UNITS } from './mass-update.ts';

const LiveTableName = z.enum(LIVE_TABLE_NAMES, LIVE_REPORT_MESSAGES.noTable);

/** A value of a row. Values that are no text, number or switch are JSON. */
const Cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type Cell = z.infer<typeof Cell>;

const DevUnitsRequest = PageRequest.extend({
  /** A page reads the unit of each SIM by itself. */
  pageSize: z.coerce.number().int().min(1).max(100).default(50),
  searchField: SearchField.default('UnitSerNum'),
  searchText: z.string().trim().max(40).default(''),
});

export const devTools = defineArea({
  liveTables: {
    method: 'GET',
    path: '/api/getTablesForLiveReports',
    summary: 'List the tables of live reports',
    access: DEVELOPERS,
    input: z.object({}),
    output: z.object({ tables: z.array(z.object({ tableName: LiveTableName, title: z.string() })) }),
  },
  liveColumns: {
    method: 'GET',
    path: '/api/getColumnsForTableLiveReports',
    summary: 'List the columns of a table of live reports',
    access: DEVELOPERS,
    input: z.object({ tableName: LiveTableName }),
    output: z.object({
      columns: z.array(z.string()),
      /** The column that a where clause must compare for equality. */
      tableKey: z.string(),
    }),
  },
  liveReport: {
    method: 'GET',
    path: '/api/getTheLiveReport',
    summary: 'Run a live report: the newest 300 rows of a unit in a table that meet a where clause',
    access: DEVELOPERS,
    input: z.object({
      tableName: LiveTableName,
      /** Names of columns with commas between, or `*` for all. */
      columns: z.string().trim().min(1, LIVE_REPORT_MESSAGES.noColumn).max(2000),
      whereClause: z.string().max(1000),
      tableKey: z.literal(TABLE_KEY).default(TABLE_KEY),
    }),
    output: z.object({ columns: z.array(z.string()), rows: z.array(z.record(z.string(), Cell)) }),
    errors: ['INVALID', 'NOT_FOUND'],
  },
  serverStatus: {
    method: 'GET',
    path: '/api/devtools/serverStatus',
    summary: 'List the bridges that hold connections of units',
    access: DEVELOPERS,
    input: z.object({}),
    output: z.object({
      connections: z.array(
        z.object({
          bridgeId: z.string(),
          /** Inside our network. For the root dealer's engineers only. */
          bridgeAddress: z.string().optional(),
          /** The bridge counts as stopped from then on. It renews this while it runs. */
          leaseUntil: Instant,
          isRunning: z.boolean(),
        }),
      ),
    }),
  },
  loadDecibelData: {
    method: 'GET',
    path: '/api/devtools/loadDecibelData/{model}',
    summary: 'Read the decibel shifts of a model',
    access: DEVELOPERS,
    input: z.object({ model: UnitModel }),
    output: z.object({ UnitModel, shifts: z.array(DecibelShift) }),
  },
  saveSysRefValue: {
    method: 'POST',
    path: '/api/devtools/saveSysRefValue',
    summary: 'Shift the loudness of a level of a model by 3 decibels',
    access: MODEL_DEVELOPERS,
    input: SystemReference,
    output: DecibelShift,
    errors: ['INVALID', 'CONFLICT'],
  },
  devUnits: {
    method: 'GET',
    path: '/api/dev/units',
    summary: 'List the units that have a developer SIM, or those of them that a search finds',
    access: DEVELOPERS,
    input: DevUnitsRequest,
    /** `more`: the search stopped early, so other units may be found too. */
    output: pageOf(DevUnit).extend({ more: z.boolean() }),
  },
  scheduleTestMessage: {
    method: 'POST',
    path: '/api/eng/schMsg',
    summary: 'Schedule a test message for a unit, which replaces one that waits',
    access: DEVELOPERS,
    input: z.object({
      UnitSerNum: SerialNumber,
      /** Absent: at once. */
      MessageTime: Instant.optional(),
    }),
    output: ShownReminder,
    errors: ['INVALID', 'NOT_FOUND', 'CONFLICT'],
  },
  createEvent: {
    method: 'POST',
    path: '/api/eng/createEvent',
    summary: 'Create an event of a unit that is marked as a test, so that it raises no alarm',
    access: DEVELOPERS,
    input: z.object({
      UnitSerNum: SerialNumber,
      /** As units name it: `Event 101`. */
      eventType: z.string().trim().min(1).max(60),
      zone: z.coerce.number().int().min(0).max(99).optional(),
    }),
    output: z.object({ UnitSerNum: SerialNumber, event: UnitEvent }),
    errors: ['NOT_FOUND'],
  },
  massUpdateUnitProfiles: {
    method: 'POST',
    path: '/api/devTools/massUpdateUnitProfiles',
    summary: 'Start a bulk action that gives a profile to up to 10,000 units of its model, named by a list',
    access: DEVELOPERS,
    input: z.object({
      UnitModel,
      ProfileKey,
      units: z
        .array(SerialNumber.max(6))
        .min(1, 'Enter a serial number')
        .max(MOST_UNITS, `At most ${MOST_UNITS.toLocaleString('en')} units at a time`),
    }),
    maxBody: 256 * 1024,
    output: BulkAction,
    errors: ['INVALID', 'NOT_FOUND'],
  },
});
