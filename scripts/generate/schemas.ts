import { readdirSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

export type Json = Record<string, unknown>;
type NamedSchemas = z.core.$ZodRegistry<{ id: string }>;

const FOLDER = new URL('../../layers/core/', import.meta.url);
const COMPONENTS = '#/components/schemas/';

/** The schemas that layers/core exports, by their names in the code. */
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

/** Converts zod schemas to JSON Schema. A schema with a name becomes a reference to a component. */
export class ComponentSchemas {
  readonly #named: NamedSchemas;
  readonly #components = new Map<string, unknown>();

  constructor(named: NamedSchemas) {
    this.#named = named;
  }

  /** The schema of a value before parsing (`input`) or after it (`output`). */
  of(schema: z.ZodType, io: 'input' | 'output'): Json {
    // As a property, a schema with a name always becomes a reference. As the root it would be written out.
    const { properties, $defs = {} } = z.toJSONSchema(z.object({ part: schema }), {
      io,
      unrepresentable: 'any',
      metadata: this.#named,
      override: ({ jsonSchema }) => plain(jsonSchema),
    }) as unknown as { properties: { part: Json }; $defs?: Record<string, Json> };
    const names = new Map(Object.keys($defs).map((name) => [name, this.#nameFor(name, $defs[name]!)]));
    for (const [name, definition] of Object.entries($defs))
      this.#components.set(names.get(name)!, withComponentReferences(definition, names));
    return withComponentReferences(properties.part, names);
  }

  /** All components so far, by name. */
  all(): Json {
    return Object.fromEntries([...this.#components].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** An input can differ from the output of the same schema, for example by defaults. It is then a component of its own. */
  #nameFor(name: string, definition: Json): string {
    const known = this.#components.get(name);
    return known === undefined || isDeepStrictEqual(known, withComponentReferences(definition, new Map()))
      ? name
      : `${name}Input`;
  }
}

/** Removes what zod adds for validators without formats and integers. */
function plain(schema: Json): void {
  delete schema.id;
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/** Turns references to own definitions into references to components. */
function withComponentReferences(schema: Json, names: ReadonlyMap<string, string>): Json {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    const name = key === '$ref' && /^#\/\$defs\/(.+)$/.exec(value as string)?.[1];
    return name ? `${COMPONENTS}${names.get(name) ?? name}` : value;
  }) as Json;
}
