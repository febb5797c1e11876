import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ScheduleInput } from './schedule-input.ts';

/** One occurrence on its way to its target; it stays until it arrived or was given up. */
export interface Delivery {
  scheduledTime: number;
  /** When to try, or to try again. */
  dueAt: number;
  /** Tries so far. */
  attempts: number;
}

/** A schedule as it is kept; times in milliseconds since 1970. */
export interface Schedule {
  name: string;
  groupName: string;
  created: number;
  modified: number;
  input: ScheduleInput;
  clientToken?: string | undefined;
  /** The next occurrence; absent when there is none. */
  next?: number | undefined;
  deliveries: Delivery[];
}

export interface Group {
  name: string;
  created: number;
  modified: number;
}

export type ScheduleKey = Pick<Schedule, 'groupName' | 'name'>;

export interface ListFilter {
  groupName?: string | undefined;
  prefix: string;
  state?: string | undefined;
  /** Only what comes after this one, in the order of the list. */
  after: ScheduleKey;
  limit: number;
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS schedules (
    groupName TEXT, name TEXT, state TEXT, wakeAt INTEGER, body TEXT, PRIMARY KEY (groupName, name)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS schedules_by_wake ON schedules (wakeAt) WHERE wakeAt IS NOT NULL;
  CREATE TABLE IF NOT EXISTS groups (name TEXT PRIMARY KEY, body TEXT) WITHOUT ROWID;
`;

/** Schedules and their groups, in a file of the folder or, without one, in memory. */
export function openStore(folder: string | undefined) {
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(folder === undefined ? ':memory:' : path.join(folder, 'scheduler.sqlite'));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
  database.exec(SCHEMA);
  const put = database.prepare('INSERT OR REPLACE INTO schedules VALUES (?, ?, ?, ?, ?)');
  const get = database.prepare('SELECT body FROM schedules WHERE groupName = ? AND name = ?');
  const remove = database.prepare('DELETE FROM schedules WHERE groupName = ? AND name = ?');
  const due = database.prepare('SELECT body FROM schedules WHERE wakeAt <= ? ORDER BY wakeAt LIMIT ?');
  const wake = database.prepare('SELECT MIN(wakeAt) AS earliest FROM schedules WHERE wakeAt IS NOT NULL');
  const list = database.prepare(`
    SELECT body FROM schedules
    WHERE (groupName > :groupName OR (groupName = :groupName AND name > :name))
      AND (:inGroup IS NULL OR groupName = :inGroup) AND (:state IS NULL OR state = :state)
      AND substr(name, 1, length(:prefix)) = :prefix
    ORDER BY groupName, name LIMIT :limit`);
  const putGroup = database.prepare('INSERT INTO groups VALUES (?, ?)');
  const getGroup = database.prepare('SELECT body FROM groups WHERE name = ?');
  const listGroups = database.prepare(
    'SELECT body FROM groups WHERE name > ? AND substr(name, 1, length(?2)) = ?2 ORDER BY name LIMIT ?3',
  );

  const parse = <Kept>(row: unknown) => (row ? (JSON.parse((row as { body: string }).body) as Kept) : undefined);

  return {
    get: (key: ScheduleKey) => parse<Schedule>(get.get(key.groupName, key.name)),

    put(schedule: Schedule) {
      const state = schedule.input.State;
      const times = [
        ...(schedule.next !== undefined && state === 'ENABLED' ? [schedule.next] : []),
        ...schedule.deliveries.map(({ dueAt }) => dueAt),
      ];
      const wakeAt = times.length > 0 ? Math.min(...times) : null;
      put.run(schedule.groupName, schedule.name, state, wakeAt, JSON.stringify(schedule));
    },

    remove: (key: ScheduleKey) => remove.run(key.groupName, key.name).changes > 0,

    /** Those that have something to do by now, longest waiting first. */
    due: (now: number, limit: number) => due.all(now, limit).map((row) => parse<Schedule>(row)!),

    /** When the next one has something to do. */
    earliest: () => (wake.get() as { earliest: number | null }).earliest ?? undefined,

    list: ({ groupName, prefix, state, after, limit }: ListFilter) =>
      list
        .all({
          groupName: after.groupName,
          name: after.name,
          inGroup: groupName ?? null,
          prefix,
          state: state ?? null,
          limit,
        })
        .map((row) => parse<Schedule>(row)!),

    putGroup: (group: Group) => void putGroup.run(group.name, JSON.stringify(group)),
    getGroup: (name: string) => parse<Group>(getGroup.get(name)),
    listGroups: (prefix: string, after: string, limit: number) =>
      listGroups.all(after, prefix, limit).map((row) => parse<Group>(row)!),

    /** With every schedule in it. */
    removeGroup(name: string) {
      database.prepare('DELETE FROM schedules WHERE groupName = ?').run(name);
      database.prepare('DELETE FROM groups WHERE name = ?').run(name);
    },

    close: () => database.close(),
  };
}

export type Store = ReturnType<typeof openStore>;
