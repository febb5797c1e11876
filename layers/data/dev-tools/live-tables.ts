import type { Entity } from 'electrodb';
import { HIDES_CUSTOMERS } from '#core/access.ts';
import { isOfKind } from '#core/consoles/command-id.ts';
import { type LiveTableName, MAX_ROWS } from '#core/dev-tools/live-report.ts';
import { Call } from '#core/history/call.ts';
import { Ping, UnitEvent } from '#core/history/ping.ts';
import type { Page } from '#core/paging.ts';
import type { Scope } from '#core/scope.ts';
import { DAY, instant } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { ZoneReadingEntity } from '../accessories/entities.ts';
import { type WaitingCommand, WaitingCommandEntity } from '../consoles/commands.ts';
import { hotLog, type ProtocolMessage, protocolLogStore } from '../history/protocol-log.ts';
import type { LogRange } from '../history/read-log.ts';
import { readRange } from '../history/read-range.ts';
import { unitLogStore } from '../history/unit-log.ts';
import { historyBegin } from '../history/visible.ts';
import { timeOfId } from '../kit/id.ts';
import { ReportedPartEntity } from '../unit-configuration/configurations.ts';
import { type SyncMessage, SyncMessageEntity } from '../unit-configuration/sync-messages.ts';
import { isForWearerOf } from '../unit-configuration/sync-queue.ts';
import { UnitConnectionEntity } from '../units/unit-connection-entity.ts';
import { belongsTo } from '../units/unit-place.ts';
import { UnitEntity, unitStore } from '../units/units.ts';

export type LiveRow = Readonly<Record<string, unknown>>;

interface LiveTable {
  columns: readonly string[];
  /** The newest rows of a unit, newest first. At most `most`, and as many pages of a log as `wanted` needs. */
  read(asked: LiveRequest): Promise<LiveRow[]>;
}

interface LiveRequest {
  scope: Scope;
  UnitSerNum: string;
  /** Whether the report shows a row. */
  wanted: (row: LiveRow) => boolean;
  now: number;
}

/** A clause that few rows meet reads at most so many pages of a log. */
const MAX_PAGES = 5;
/** What people do not ask for: how the table finds an item, who caused the change in our own logs, and the rights of who gave a command or ordered an update. */
const INNER = ['correlationId', 'dealerPath', 'formerDealers', 'giver', 'asked'];

/** Columns that name a customer. */
const OF_CUSTOMERS = ['vitalsPatient', 'vitalsPortal'];

// biome-ignore lint/suspicious/noExplicitAny: every entity fits, whatever its attributes are.
type AnyEntity = Entity<any, any, any, any>;

/** The attributes of an entity. ElectroDB keeps them, but its types hide them. */
const columnsOf = (entity: AnyEntity): string[] =>
  Object.keys((entity as unknown as { schema: { attributes: object } }).schema.attributes).filter(
    (name) => !INNER.includes(name),
  );

/** Chooses the rows of a unit that the scope may see. */
type Seen = (rows: LiveRow[], scope: Scope, unit: UnitRecord) => LiveRow[] | Promise<LiveRow[]>;

/** What is true of the unit now: one item, or those under its serial number. */
const itemsOf = (entity: AnyEntity, index: string, seen: Seen = (rows) => rows): LiveTable => ({
  columns: columnsOf(entity),
  async read({ scope, UnitSerNum, wanted }) {
    const unit = await unitStore.get(scope, UnitSerNum);
    const query = entity.query[index] as unknown as (key: { UnitSerNum: string }) => {
      go(options: object): Promise<{ data: LiveRow[] }>;
    };
    const { data } = await query({ UnitSerNum }).go({ order: 'desc', count: MAX_ROWS, limit: MAX_ROWS });
    return (await seen(data, scope, unit)).filter(wanted);
  },
});

/**
 * The commands from the begin of the history that the scope may see. A reminder names its due time instead of when it was given, so a command of
 * a dealer that has lost the unit is left out too.
 */
const seenCommands: Seen = async (rows, scope, unit) => {
  const begin = await historyBegin(scope, unit);
  if (begin === undefined) return rows;
  const later = (rows as unknown as WaitingCommand[]).filter(
    ({ commandId }) => timeOfCommand(commandId) >= Date.parse(begin),
  );
  const belongs = await Promise.all(later.map(({ DealerKey }) => belongsTo(DealerKey, unit)));
  return later.filter((_, index) => belongs[index]);
};

/** The time in the id of a command: when a person gave it, or when the reminder is due. */
const timeOfCommand = (commandId: string): number => {
  const end = commandId.slice(commandId.lastIndexOf('-') + 1);
  return isOfKind('reminder', commandId) ? Number(end) : timeOfId(end);
};

/** A log of the unit, from the begin that the scope may see. */
const logOf = (
  columns: readonly string[],
  page: (range: LogRange, now: number) => Promise<Page<LiveRow>>,
): LiveTable => ({
  columns: ['UnitSerNum', ...columns],
  async read({ scope, UnitSerNum, wanted, now }) {
    const rows: LiveRow[] = [];
    let cursor: string | undefined;
    for (let pages = 0; pages < MAX_PAGES && rows.length < MAX_ROWS; pages++) {
      const asked = {
        id: UnitSerNum,
        startDate: instant(0),
        endDate: instant(now + DAY),
        pageSize: MAX_ROWS,
        cursor,
      };
      const read = await readRange(scope, asked, (range) => page(range, now));
      rows.push(...read.items.map((row) => ({ UnitSerNum, ...row })).filter(wanted));
      if (read.cursor === null) break;
      cursor = read.cursor;
    }
    return rows.slice(0, MAX_ROWS);
  },
});

const messageRow = ({ place, kind, messageType, raw, content }: ProtocolMessage): LiveRow => ({
  receivedAt: place.split('~')[0],
  kind,
  messageType,
  raw,
  content,
});

const TABLES: Record<LiveTableName, LiveTable> = {
  protocolLog: logOf(['receivedAt', 'kind', 'messageType', 'raw', 'content'], (range, now) =>
    protocolLogStore.page<LiveRow>(hotLog(range.UnitSerNum, now), range, messageRow),
  ),
  ping: logOf(Object.keys(Ping.shape), (range, now) => unitLogStore.pings(range, now)),
  event: logOf(Object.keys(UnitEvent.shape), (range, now) => unitLogStore.events(range, now)),
  call: logOf(Object.keys(Call.shape), (range, now) => unitLogStore.calls(range, now)),
  unit: itemsOf(UnitEntity, 'unit'),
  unitConnection: itemsOf(UnitConnectionEntity, 'unitConnection'),
  waitingCommand: itemsOf(WaitingCommandEntity, 'byUnit', seenCommands),
  syncMessage: itemsOf(SyncMessageEntity, 'byUnit', (rows, _, unit) =>
    rows.filter((row) => isForWearerOf(unit, row as unknown as SyncMessage)),
  ),
  reportedPart: itemsOf(ReportedPartEntity, 'byUnit'),
  zoneReading: itemsOf(ZoneReadingEntity, 'byUnit'),
};

/** A table with the columns that the reader may see: no other is shown or compared. */
export function liveTable(name: LiveTableName, reader: Pick<Scope, 'flags'>): LiveTable {
  const table = TABLES[name];
  if (!reader.flags.includes(HIDES_CUSTOMERS)) return table;
  return { ...table, columns: table.columns.filter((column) => !OF_CUSTOMERS.includes(column)) };
}
