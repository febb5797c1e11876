import type { Item, Schema, WhereOperations } from 'electrodb';

type AnySchema = Schema<string, string, string>;

/** The operations of a condition, the same for every entity. */
export type Operations = WhereOperations<
  string,
  string,
  string,
  AnySchema,
  Item<string, string, string, AnySchema, AnySchema['attributes']>
>;

/** The condition that an item still has this version. Undefined: the item has none, or does not exist. */
export const versionIs =
  (version: number | undefined) =>
  (item: { version: number }, { eq, notExists }: Operations): string =>
    version === undefined ? notExists(item.version) : eq(item.version, version);

/** True for an error of the table with this name, also as ElectroDB passes it on. */
export const isNamed = (error: unknown, name: string): boolean =>
  error instanceof Error && (error.name === name || (error.cause instanceof Error && error.cause.name === name));

/** True if an entity's write failed because its condition did not hold. */
const isConditionFailure = (error: unknown): boolean =>
  isNamed(error, 'ConditionalCheckFailedException') ||
  (error instanceof Error && /conditional request failed/i.test(error.message));

/** The result of a single write; undefined if its condition did not hold. Other errors are thrown. */
export async function tryWrite<Result>(write: Promise<Result>): Promise<Result | undefined> {
  try {
    return await write;
  } catch (error) {
    if (isConditionFailure(error)) return undefined;
    throw error;
  }
}
