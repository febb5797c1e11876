import type { Entity, EntityItem } from 'electrodb';
import { expect } from 'vitest';
import type { z } from 'zod';

// biome-ignore lint/suspicious/noExplicitAny: every entity fits, whatever its attributes are.
type AnyEntity = Entity<any, any, any, any>;
type Fits<One, Other> = One extends Other ? (Other extends One ? true : false) : false;
/** The names of the fields that only one of the types has, or that have another type there. */
type Differing<One, Other> = {
  [Name in keyof One | keyof Other]-?: Name extends keyof One & keyof Other
    ? Fits<Pick<One, Name>, Pick<Other, Name>> extends true
      ? never
      : Name
    : Name;
}[keyof One | keyof Other];

/**
 * Checks that an entity and the schema of its records have the same fields, without those that only the table has. `tsc` checks that
 * the types of the fields are the same: it refuses the schema and names the fields that differ.
 */
export function expectAgreement<
  Of extends AnyEntity,
  Schema extends z.ZodObject,
  Own extends keyof EntityItem<Of> = never,
>(
  entity: Of,
  schema: Schema &
    ([Differing<Omit<EntityItem<Of>, Own>, z.output<Schema>>] extends [never]
      ? unknown
      : { fieldsThatDiffer: Differing<Omit<EntityItem<Of>, Own>, z.output<Schema>> }),
  ofTable: readonly Own[] = [],
): void {
  const { attributes } = (entity as unknown as { schema: { attributes: Record<string, { hidden: boolean }> } }).schema;
  const fields = Object.keys(attributes).filter((name) => !attributes[name]!.hidden && !ofTable.includes(name as Own));
  expect(fields.sort()).toEqual(Object.keys(schema.shape).sort());
}
