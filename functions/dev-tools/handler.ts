import { mayAccess } from '#core/access.ts';
import { MODEL_DEVELOPERS } from '#core/dev-tools/access.ts';
import { type Cell, devTools } from '#core/dev-tools/contract.ts';
import { LIVE_REPORT_MESSAGES, LIVE_TABLES, type LiveTableName, TABLE_KEY } from '#core/dev-tools/live-report.ts';
import { testEvent } from '#core/dev-tools/test-event.ts';
import { BAD_WHERE_CLAUSE, equalTo, meets, parseWhere, textOf } from '#core/dev-tools/where-clause.ts';
import { AppError } from '#core/errors.ts';
import {
  MAX_TIME_AHEAD,
  NOT_IN_THE_FUTURE,
  type Reminder,
  shownReminder,
  TOO_FAR_AHEAD,
} from '#core/reminders/reminder.ts';
import { instant } from '#core/time.ts';
import { liveTable } from '#data/dev-tools/live-tables.ts';
import { systemReferenceStore } from '#data/dev-tools/system-references.ts';
import { recordTestEvent } from '#data/dev-tools/test-events.ts';
import { reminderStore } from '#data/reminders/reminders.ts';
import { bridgeLeaseStore } from '#data/units/bridge-leases.ts';
import { unitStore } from '#data/units/units.ts';
import { serve } from '#platform/http/serve.ts';
import { devUnits, foundDevUnits } from './dev-units.ts';
import { massUpdate } from './mass-update.ts';

export const handler = serve(devTools, {
  async liveTables() {
    const tables = Object.entries(LIVE_TABLES).map(([tableName, title]) => ({
      tableName: tableName as LiveTableName,
      title,
    }));
    return { tables };
  },

  async liveColumns({ input: { tableName }, scope }) {
    return { columns: [...liveTable(tableName, scope).columns], tableKey: TABLE_KEY };
  },

  async liveReport({ input: { tableName, columns, whereClause }, scope }) {
    const table = liveTable(tableName, scope);
    const shown = chosenColumns(columns, table.columns);
    const comparisons = parseWhere(whereClause, table.columns);
    const UnitSerNum = equalTo(comparisons, TABLE_KEY);
    if (UnitSerNum === undefined)
      throw new AppError('INVALID', BAD_WHERE_CLAUSE, [
        { path: 'whereClause', message: `Enter the serial number of one unit: ${TABLE_KEY} = "400220"` },
      ]);
    const others = comparisons.filter(({ column }) => column !== TABLE_KEY);
    const rows = await table.read({ scope, UnitSerNum, wanted: (row) => meets(row, others), now: Date.now() });
    return {
      columns: shown,
      rows: rows.map((row) => Object.fromEntries(shown.map((column) => [column, cellOf(row[column])]))),
    };
  },

  massUpdateUnitProfiles: ({ input, scope }) => massUpdate(scope, input),

  async serverStatus({ scope }) {
    const now = Date.now();
    const seesAddresses = mayAccess(MODEL_DEVELOPERS, scope);
    const leases = await bridgeLeaseStore.list();
    return {
      connections: leases.map(({ bridgeId, bridgeAddress, leaseUntil }) => ({
        bridgeId,
        ...(seesAddresses && { bridgeAddress }),
        leaseUntil: instant(leaseUntil),
        isRunning: leaseUntil > now,
      })),
    };
  },

  async loadDecibelData({ input: { model } }) {
    return { UnitModel: model, shifts: await systemReferenceStore.shifts(model) };
  },

  saveSysRefValue: ({ input, scope }) => systemReferenceStore.save(scope, input, Date.now()),

  async devUnits({ input: { searchField, searchText, ...request }, scope }) {
    if (searchText === '') return { ...(await devUnits(scope, request)), more: false };
    return { ...(await foundDevUnits(scope, searchField, searchText)), cursor: null };
  },

  /** Stores the reminder. The change stream schedules it, even if this process dies. */
  async scheduleTestMessage({ input: { UnitSerNum, MessageTime }, scope }) {
    const now = Date.now();
    const unit = await unitStore.get(scope, UnitSerNum);
    const due = MessageTime === undefined ? now : Date.parse(MessageTime);
    if (due < now) throw refusedTime(NOT_IN_THE_FUTURE);
    if (due > now + MAX_TIME_AHEAD) throw refusedTime(TOO_FAR_AHEAD);
    const reminder: Reminder = {
      UnitSerNum,
      Message: 'TestUnit',
      MessageTime: instant(due),
      timeZone: 'UTC',
      state: 'scheduled',
      createdBy: scope.userName,
    };
    await reminderStore.put(scope, unit, reminder, { replace: true }, now);
    return shownReminder(reminder);
  },

  async createEvent({ input: { UnitSerNum, eventType, zone }, scope }) {
    const unit = await unitStore.get(scope, UnitSerNum);
    const event = testEvent(unit, { eventType, zone }, Date.now());
    await recordTestEvent(scope, unit, event);
    return { UnitSerNum, event };
  },
});

/** The asked columns in the order of the table; INVALID if there are none. */
function chosenColumns(asked: string, all: readonly string[]): string[] {
  if (asked === '*') return [...all];
  const names = new Set(asked.split(',').map((name) => name.trim()));
  const chosen = all.filter((name) => names.has(name));
  if (chosen.length === 0)
    throw new AppError('INVALID', LIVE_REPORT_MESSAGES.noColumn, [
      { path: 'columns', message: LIVE_REPORT_MESSAGES.noColumn },
    ]);
  return chosen;
}

const refusedTime = (message: string) => new AppError('INVALID', message, [{ path: 'MessageTime', message }]);

const cellOf = (value: unknown): Cell =>
  value === undefined || value === null
    ? null
    : typeof value === 'number' || typeof value === 'boolean'
      ? value
      : textOf(value);
