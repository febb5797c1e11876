import { readdirSync } from 'node:fs';
import { Entity } from 'electrodb';

const FOLDER = new URL('../../layers/data/', import.meta.url);

export interface AccessPattern {
  entity: string;
  /** The name in the code: `byTree`. */
  name: string;
  /** The index of the table. Empty: the table itself. */
  index: string;
  partition: readonly string[];
  sort: readonly string[];
}

interface Model {
  entity: string;
  indexes: Record<string, { index?: string; pk: { composite: string[] }; sk: { composite: string[] } }>;
}

/** Every access pattern that the entities of layers/data declare, sorted by entity. */
export async function accessPatterns(): Promise<AccessPattern[]> {
  return (await entities())
    .map((entity) => modelOf(entity))
    .sort((one, other) => (one.entity < other.entity ? -1 : 1))
    .flatMap(({ entity, indexes }) =>
      Object.entries(indexes).map(([name, { index = '', pk, sk }]) => ({
        entity,
        name,
        index,
        partition: pk.composite,
        sort: sk.composite,
      })),
    );
}

/** Every entity of layers/data. */
export async function entities(): Promise<unknown[]> {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .sort();
  const modules = await Promise.all(files.map((file) => import(new URL(file, FOLDER).href) as Promise<object>));
  return [...new Set(modules.flatMap((one) => Object.values(one)).filter((one) => one instanceof Entity))];
}

/** The declaration of an entity. ElectroDB keeps it, but its types hide it. */
function modelOf(entity: unknown): Model {
  const { schema } = entity as { schema: { model: { entity: string }; indexes: Model['indexes'] } };
  return { entity: schema.model.entity, indexes: schema.indexes };
}
