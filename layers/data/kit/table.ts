import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { leaveOutForeignRows } from './index-rows.ts';
import { withRequestTimeout } from './request-timeout.ts';

/** The definition of the one table. */
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
// It copies each input and output for a log, also if there is none.
client.middlewareStack.remove('loggerMiddleware');
leaveOutForeignRows(client);

export const tableName = () => {
  const name = process.env.TABLE_NAME;
  if (!name) throw new Error('TABLE_NAME is not set');
  return name;
};

/**
 * The groups of items that policies tell apart (infra/table-rights.ts). A partition key begins with the service of its entity, and
 * policies read partition keys (`dynamodb:LeadingKeys`).
 */
export const ITEM_GROUPS = [
  'audit',
  'auditLines',
  'users',
  'sessions',
  'credentials',
  'oneTimeTokens',
  'unitSecrets',
  'receiverSecrets',
] as const;
export type ItemGroup = (typeof ITEM_GROUPS)[number];

/** The groups whose items are only added. The stream reports each one that is changed or deleted. */
export const ONLY_ADDED = ['audit', 'auditLines'] as const satisfies readonly ItemGroup[];

/** The `service` of the entities of a group, in small letters, as in partition keys that ignore case. All others have the service `watchkeep`. */
export const serviceOf = (group: ItemGroup) => `watchkeep.${group.toLowerCase()}`;

/** The partition keys of the group begin with it, in the table and in its indexes. */
export const keyPrefixOf = (group: ItemGroup) => `$${serviceOf(group)}#`;

/** Matches the partition keys of the group in a policy. */
export const leadingKeysOf = (group: ItemGroup) => `${keyPrefixOf(group)}*`;

/** The client and the table: the last argument of each `new Entity`. */
export const at = { client, table: process.env.TABLE_NAME ?? 'watchkeep' };

type IndexName = (typeof TABLE.indexes)[number];

/** A key built from attributes. It keeps their case, so identifiers that differ only by case are different keys. */
const key = <const Names extends readonly string[]>(field: string, names: Names) => ({
  field,
  composite: names,
  casing: 'none' as const,
});

/** The primary index: `partition` names the attributes of the partition key, `sort` those of the sort key. */
export const primary = <const P extends readonly string[], const S extends readonly string[]>(
  partition: P,
  sort: S,
) => ({
  pk: key('pk', partition),
  sk: key('sk', sort),
});

export const secondary = <const P extends readonly string[], const S extends readonly string[]>(
  index: IndexName,
  partition: P,
  sort: S,
) => ({ index, pk: key(`${index}pk`, partition), sk: key(`${index}sk`, sort) });

/** A secondary index whose partition key ignores case. */
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
 * The end of the range of all values that begin with `prefix`. DynamoDB Local reads a whole partition for `begins_with`, but not for
 * a range. DynamoDB itself makes no difference.
 */
export const endOfPrefix = (prefix: string) => `${prefix}\uffff`;
