import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { withRequestTimeout } from './request-timeout.ts';

/** The one table, as every place that creates it needs it. */
export const TABLE = {
  partitionKey: 'pk',
  sortKey: 'sk',
  indexes: ['gsi1', 'gsi2', 'gsi3', 'gsi4'],
  timeToLive: 'expiresAt',
  streamView: 'NEW_AND_OLD_IMAGES',
} as const;

/** The attribute names of an index's keys: `gsi1` gives `gsi1pk` and `gsi1sk`. */
export const indexKeys = (index: string) => ({ partitionKey: `${index}pk`, sortKey: `${index}sk` });

export const client = DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 3, ...withRequestTimeout() }), {
  marshallOptions: { removeUndefinedValues: true },
});

export const tableName = () => {
  const name = process.env.TABLE_NAME;
  if (!name) throw new Error('TABLE_NAME is not set');
  return name;
};

/** Where every entity lives: the last argument of each `new Entity`. */
export const at = { client, table: process.env.TABLE_NAME ?? 'watchkeep' };

type IndexName = (typeof TABLE.indexes)[number];

/** A key made of attributes, their case kept: identifiers that differ only by case stay apart. */
const key = <const Names extends readonly string[]>(field: string, names: Names) => ({
  field,
  composite: names,
  casing: 'none' as const,
});

/** The primary index: `partition` names the attributes that tell which items belong together, `sort` the order among them. */
export const primary = <const P extends readonly string[], const S extends readonly string[]>(
  partition: P,
  sort: S,
) => ({
  pk: key('pk', partition),
  sk: key('sk', sort),
});

/** A secondary index under the name of its question. */
export const secondary = <const P extends readonly string[], const S extends readonly string[]>(
  index: IndexName,
  partition: P,
  sort: S,
) => ({ index, pk: key(`${index}pk`, partition), sk: key(`${index}sk`, sort) });

/** A secondary index whose partition is found whatever the case of letters. */
export const secondaryInAnyCase = <const P extends readonly string[], const S extends readonly string[]>(
  index: IndexName,
  partition: P,
  sort: S,
) => ({
  index,
  pk: { field: `${index}pk`, composite: partition, casing: 'lower' as const },
  sk: key(`${index}sk`, sort),
});

/**
 * The end of a range that begins with `prefix` and holds whatever else begins with it. A range rather than `begins_with`, which to
 * DynamoDB is the same: DynamoDB Local reads a whole partition for the latter and finds a range at once.
 */
export const through = (prefix: string) => `${prefix}\uffff`;
