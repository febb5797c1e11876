import { readdirSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

export type Json = Record<string, unknown>;
type NamedSchemas = z.core.$ZodRegistry<{ id: string }>;

const FOLDER = new URL('../../layers/core/', import.meta.url);
const PLACE = '#/components/schemas/';

/** The schemas that layers/core exports, under the names that the code has for them. */
export async function namedSchemas(): Promise<NamedSchemas> {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const named: NamedSchemas = z.registry();
  const taken = new Set<string>();
  for (const file of files.sort()) {
    const exported = (await import(new URL(file, FOLDER).href)) as Record<string, unknown>;
    for (const [id, value] of Object.entries(exported)) {
      if (!(value instanceof z.ZodType) || taken.has(id) || named.has(value)) continue;
      taken.add(id);
      named.add(value, { id });
    }
  }
  return named;
}

/** Zod schemas as JSON Schema, those with a name by reference to a component. */
export class ComponentSchemas {
  readonly #named: NamedSchemas;
  readonly #components = new Map<string, unknown>();

  constructor(named: NamedSchemas) {
    this.#named = named;
  }

  /** The schema as it is sent (`input`) or as it is read and answered (`output`). */
  of(schema: z.ZodType, io: 'input' | 'output'): Json {
    // As a part of something, a schema with a name is always referred to, and never the root that is written out.
    const { properties, $defs = {} } = z.toJSONSchema(z.object({ part: schema }), {
      io,
      unrepresentable: 'any',
      metadata: this.#named,
      override: ({ jsonSchema }) => plain(jsonSchema),
    }) as unknown as { properties: { part: Json }; $defs?: Record<string, Json> };
    const names = new Map(Object.keys($defs).map((name) => [name, this.#nameFor(name, $defs[name]!)]));
    for (const [name, definition] of Object.entries($defs))
      this.#components.set(names.get(name)!, moved(definition, names));
    return moved(properties.part, names);
  }

  /** All components so far, by name. */
  all(): Json {
    return Object.fromEntries([...this.#components].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** What is sent can differ from what is answered, such as by defaults: it is another component then. */
  #nameFor(name: string, definition: Json): string {
    const known = this.#components.get(name);
    return known === undefined || isDeepStrictEqual(known, moved(definition, new Map())) ? name : `${name}Input`;
  }
}

/** Leaves out what zod adds for the sake of validators that know no formats and no whole numbers. */
function plain(schema: Json): void {
  delete schema.id;
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/** The schema with references to its own definitions turned into references to components. */
function moved(schema: Json, names: ReadonlyMap<string, string>): Json {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    const name = key === '$ref' && /^#\/\$defs\/(.+)$/.exec(value as string)?.[1];
    return name ? `${PLACE}${names.get(name) ?? name}` : value;
  }) as Json;
}
