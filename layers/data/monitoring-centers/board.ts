import type { EntityItem } from 'electrodb';
import { shownAlarm, UNHANDLED } from '#core/monitoring-centers/alarm.ts';
import {
  entriesOf,
  type Group,
  groupsOf,
  isIncident,
  isShown,
  type OpenAlarm,
  type Place,
  placeOf,
} from '#core/monitoring-centers/board.ts';
import type { BoardPage } from '#core/monitoring-centers/board-page.ts';
import type { Page } from '#core/paging.ts';
import { covers, type Scope } from '#core/scope.ts';
import { fullUnitID } from '#core/units/unit.ts';
import { getAll } from '../kit/batch.ts';
import { count } from '../kit/count.ts';
import { cursorAfter, page } from '../kit/page.ts';
import { endOfPrefix } from '../kit/table.ts';
import { shownUnits } from '../units/shown.ts';
import { unitStore } from '../units/units.ts';
import { AlarmEntity, BoardRowEntity } from './alarms.ts';
import { alarmOf } from './listing.ts';

type Row = EntityItem<typeof BoardRowEntity>;

const PAGE_SIZE = 50;
/** A page goes on after so many incidents that are longer than what was read of them. */
const MAX_READS = 5;

interface BoardAsked {
  cursor?: string | undefined;
  incident?: string | undefined;
}

/** One page of the open alarms of the scope's dealer and all below it. The alarms of an incident are counted, and only the first ones read. */
export async function readBoard(scope: Scope, asked: BoardAsked, now: number): Promise<BoardPage> {
  const isFirst = asked.incident === undefined && asked.cursor === undefined;
  const [{ groups, cursor }, last] = await Promise.all([
    asked.incident
      ? rowsOfIncident(scope.dealerKey, asked.incident, asked.cursor)
      : readGroups(scope.dealerKey, asked.cursor),
    isFirst ? lastRows(scope.dealerKey) : [],
  ]);
  const newestAt = newestOf([...groups.flatMap(({ rows }) => rows), ...last]);
  const current = groups.map((group) => ({ ...group, rows: group.rows.filter(isCurrent(now)) }));
  const alarms = await openAlarms(
    scope,
    current.flatMap(({ rows }) => rows),
    now,
  );
  const entries = entriesOf(current).map(({ incident, rows }) => ({
    ...(incident && { incident }),
    alarms: rows.flatMap((row) => alarms.get(nameOf(row)) ?? []),
  }));
  const items = entries.filter(({ alarms: shown }) => shown.length > 0);
  return { items, cursor, ...(isFirst && newestAt !== undefined && { newestAt }) };
}

/** The last row of the board. The first page alone does not show a new alarm behind it. */
const lastRows = async (DealerKey: number): Promise<readonly Row[]> =>
  (await allOf(DealerKey).go({ order: 'desc', limit: 1 })).data;

const newestOf = (rows: readonly Row[]) =>
  rows
    .map(({ receivedAt }) => receivedAt)
    .toSorted()
    .at(-1);

/** The number of open alarms, as far as a few reads count them. */
export async function countOpenAlarms({ dealerKey }: Pick<Scope, 'dealerKey'>) {
  return count(allOf(dealerKey).params());
}

/** The table deletes what has expired within two days. */
const isCurrent = (now: number) => (row: Row) => isShown(row, now);

const allOf = (DealerKey: number) =>
  BoardRowEntity.query.board({ DealerKey }).between({ rank: '0' }, { rank: endOfPrefix('1') as '1' });

const within = (DealerKey: number, place: Place) =>
  BoardRowEntity.query.board({ DealerKey }).between({ ...place, event: '0' }, { ...place, event: endOfPrefix('9') });

async function readGroups(DealerKey: number, start: string | undefined) {
  const groups: Group<Row>[] = [];
  let cursor: string | null | undefined = start;
  let read = 0;
  for (let reads = 0; reads < MAX_READS; reads++) {
    const rows: Page<Row> = await page(allOf(DealerKey), { cursor: cursor ?? undefined, pageSize: PAGE_SIZE - read });
    const found = groupsOf(rows.items);
    cursor = rows.cursor;
    const last = found.at(-1);
    if (!last || cursor === null || !isIncident(last)) return { groups: [...groups, ...found], cursor };
    // The incident may go on after what was read. The page goes on after the incident.
    const query = within(DealerKey, last.place);
    groups.push(...found.slice(0, -1), { ...last, total: await count(query.params()) });
    cursor = endOf(query.params());
    read += found.length;
    if (read >= PAGE_SIZE) break;
  }
  return { groups, cursor: cursor ?? null };
}

/** The alarms of an incident, one by one. */
async function rowsOfIncident(DealerKey: number, incident: string, cursor: string | undefined) {
  const { items, cursor: next } = await page(within(DealerKey, placeOf(incident)), { cursor, pageSize: PAGE_SIZE });
  return { groups: items.map((row) => ({ place: row, rows: [row] })), cursor: next };
}

interface Parameters {
  ExpressionAttributeValues: { ':pk': string; ':sk2': string };
}

const endOf = (query: unknown): string => {
  const { ':pk': pk, ':sk2': sk } = (query as Parameters).ExpressionAttributeValues;
  return cursorAfter({ pk, sk });
};

const nameOf = ({ UnitSerNum, event }: Pick<Row, 'UnitSerNum' | 'event'>) => `${UnitSerNum} ${event}`;

/** The alarms of the rows whose units the scope sees, by `nameOf`. A row can be a moment older than the place of its unit. */
async function openAlarms(scope: Scope, rows: readonly Row[], now: number): Promise<Map<string, OpenAlarm>> {
  const keys = rows.map(({ UnitSerNum, event }) => ({ UnitSerNum, event }));
  const [stored, records] = await Promise.all([
    getAll(AlarmEntity, keys, { consistent: true }),
    unitStore.getMany(scope, [...new Set(rows.map(({ UnitSerNum }) => UnitSerNum))]),
  ]);
  const alarms = new Map(stored.map((item) => [nameOf(item), alarmOf(item)]));
  const inScope = records.filter(({ dealerPath }) => covers(scope, dealerPath));
  const units = new Map((await shownUnits(scope, inScope, now)).map((unit) => [unit.UnitSerNum, unit]));
  return new Map(
    rows.flatMap((row) => {
      const unit = units.get(row.UnitSerNum);
      const alarm = alarms.get(nameOf(row)) ?? UNHANDLED;
      if (!unit || alarm.closedAt !== undefined) return [];
      const { UnitSerNum, event, eventType, zone, receivedAt, escalatedAt } = row;
      const [timeStamp, sequence] = event.split('~') as [string, string];
      const phoneNumber = unit.MSISDN1 ?? unit.MSISDN2;
      const shown: OpenAlarm = {
        ...{ UnitSerNum, timeStamp, sequence: Number(sequence), eventType, receivedAt },
        ...(zone !== undefined && { zone }),
        ...(escalatedAt !== undefined && { escalatedAt }),
        ...{ UnitModel: unit.UnitModel, unitID: fullUnitID(unit) ?? '', DealerName: unit.DealerName },
        ...(phoneNumber && { phoneNumber }),
        alarm: shownAlarm(alarm, { receivedAt }, scope.actor.userKey),
      };
      return [[nameOf(row), shown] as const];
    }),
  );
}
