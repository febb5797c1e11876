import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { marshall } from '@aws-sdk/util-dynamodb';
import { indexKeys, TABLE, tableName } from '#data/kit/table.ts';
import { TABLE_FOLDER } from './table.ts';

/** Rows of one transaction. DynamoDB Local waits for the file as long as one lasts. */
const AT_ONCE = 20_000;

const COLUMNS = [
  ...['hashKey', 'rangeKey', 'hashValue', 'rangeValue', 'itemSize', 'ObjectJSON', 'hashRangeValue'],
  ...TABLE.indexes.flatMap((_, index) => [`indexKey_${2 * index}`, `indexKey_${2 * index + 1}`]),
];

/**
 * Writes items into the file of DynamoDB Local, which spares its requests. The table must be in files. DynamoDB Local 1 and 2 have these
 * columns; with others, the insert fails.
 */
export function writeRows(items: Iterable<Record<string, unknown>>): void {
  const folder = process.env[TABLE_FOLDER]!;
  const file = readdirSync(folder).find((name) => name.endsWith('.db'))!;
  const database = new DatabaseSync(path.join(folder, file), { timeout: 60_000 });
  try {
    database.exec('PRAGMA synchronous = OFF');
    const insert = database.prepare(
      `INSERT INTO "${tableName()}" (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})`,
    );
    let open = 0;
    for (const item of items) {
      if (open === 0) database.exec('BEGIN IMMEDIATE');
      insert.run(...rowOf(item));
      open = (open + 1) % AT_ONCE;
      if (open === 0) database.exec('COMMIT');
    }
    if (open > 0) database.exec('COMMIT');
  } finally {
    database.close();
  }
}

function rowOf(item: Record<string, unknown>): SQLInputValue[] {
  const json = JSON.stringify(marshall(item, { removeUndefinedValues: true }));
  const [pk, sk] = [String(item[TABLE.partitionKey]), String(item[TABLE.sortKey])];
  const keysOf = (index: (typeof TABLE.indexes)[number]) => {
    const { partitionKey, sortKey } = indexKeys(index);
    return [bytesOf(item[partitionKey]), bytesOf(item[sortKey])];
  };
  return [
    ...[
      Buffer.from(pk),
      Buffer.from(sk),
      digestOf(pk),
      digestOf(sk),
      json.length,
      Buffer.from(json),
      digestOf(pk + sk),
    ],
    ...TABLE.indexes.flatMap(keysOf),
  ];
}

const bytesOf = (key: unknown) => (key === undefined ? null : Buffer.from(String(key)));

/** Orders what a scan or an index returns. Only queries by the keys of the table read these rows. */
const digestOf = (text: string) => createHash('sha1').update(text).digest();
