import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ScheduleInput } from './schedule-input.ts';

export type ScheduleKey = Pick<ScheduleInput, 'GroupName' | 'Name'>;

/** A stored schedule; times in milliseconds since 1970. */
export interface Schedule {
  input: ScheduleInput;
  created: number;
  modified: number;
  /** A new one at each change, so that a running delivery does not overwrite a changed schedule. */
  revision: string;
  /** The time of the next attempt; null after the last one. */
  wakeAt: number | null;
  /** The number of failed attempts. */
  attempts: number;
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS schedules (groupName TEXT, name TEXT, wakeAt INTEGER, body TEXT, PRIMARY KEY (groupName, name));
  CREATE INDEX IF NOT EXISTS schedules_by_wake ON schedules (wakeAt) WHERE wakeAt IS NOT NULL;
`;

/** Schedules in a file of the folder, or in memory without one. */
export function openStore(folder: string | undefined) {
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(folder === undefined ? ':memory:' : path.join(folder, 'schedules.sqlite'));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
  database.exec(SCHEMA);
  const put = database.prepare('INSERT OR REPLACE INTO schedules VALUES (?, ?, ?, ?)');
  const get = database.prepare('SELECT body FROM schedules WHERE groupName = ? AND name = ?');
  const remove = database.prepare('DELETE FROM schedules WHERE groupName = ? AND name = ?');
  const due = database.prepare('SELECT body FROM schedules WHERE wakeAt <= ? ORDER BY wakeAt LIMIT ?');
  const wake = database.prepare('SELECT MIN(wakeAt) AS earliest FROM schedules WHERE wakeAt IS NOT NULL');
  const parse = (row: unknown) => JSON.parse((row as { body: string }).body) as Schedule;

  return {
    get({ GroupName, Name }: ScheduleKey): Schedule | undefined {
      const row = get.get(GroupName, Name);
      return row && parse(row);
    },
    put: (schedule: Schedule) =>
      void put.run(schedule.input.GroupName, schedule.input.Name, schedule.wakeAt, JSON.stringify(schedule)),
    remove: ({ GroupName, Name }: ScheduleKey) => void remove.run(GroupName, Name),
    /** The due schedules, longest waiting first. */
    due: (now: number, limit: number) => due.all(now, limit).map(parse),
    /** The time of the next due schedule. */
    earliest: () => (wake.get() as { earliest: number | null }).earliest ?? undefined,
    close: () => database.close(),
  };
}

export type Store = ReturnType<typeof openStore>;
