import { expect, it } from 'vitest';
import { z } from 'zod';
import { MAX_BODY, maxBodyOf } from '#core/contract.ts';
import { CONTRACT } from './endpoints.ts';

type JsonSchema = z.core.JSONSchema.JSONSchema;

const NUMBER_LENGTH = 24;
/** Of a JavaScript character in UTF-8. */
const BYTES_PER_CHARACTER = 3;

const isAscii = ({ format, contentEncoding, pattern }: JsonSchema) =>
  contentEncoding !== undefined || format === 'base64' || pattern === '^[\\w-]*$';

/** The bytes of the largest value that the schema accepts. A text without a longest length counts as empty. */
function largest(schema: JsonSchema): number {
  const options = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (options) return Math.max(...options.map(largest));
  if (schema.allOf) return Math.max(...(schema.allOf as JsonSchema[]).map(largest));
  if (schema.type === 'string') return 2 + (schema.maxLength ?? 0) * (isAscii(schema) ? 1 : BYTES_PER_CHARACTER);
  if (schema.type === 'array') return 2 + (schema.maxItems ?? 1) * (1 + largest(schema.items as JsonSchema));
  if (schema.type !== 'object') return NUMBER_LENGTH;
  const fields = Object.entries(schema.properties ?? {}) as [string, JsonSchema][];
  return fields.reduce((sum, [name, field]) => sum + name.length + 4 + largest(field), 2);
}

const BODIES = CONTRACT.filter(({ endpoint: { method } }) => method !== 'GET').map(({ name, endpoint }) => ({
  name,
  maxBody: maxBodyOf(endpoint),
  needed: largest(z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' })),
}));

it('an endpoint accepts the largest body that its input allows', () => {
  expect(BODIES.filter(({ needed, maxBody }) => needed > maxBody)).toEqual([]);
});

it('only an endpoint that needs more than the usual limit declares its own, of at most twice what it needs', () => {
  const own = BODIES.filter(({ maxBody }) => maxBody !== MAX_BODY);
  expect(own.filter(({ needed, maxBody }) => needed <= MAX_BODY || maxBody > 2 * needed)).toEqual([]);
});
