import { expect, it } from 'vitest';
import { z } from 'zod';
import { CONTRACT } from './endpoints.ts';

/** The names of the fields of an answer, at every depth. */
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, part]) =>
    key === 'properties' ? [...Object.keys(part as object), ...fieldsOf(part)] : fieldsOf(part),
  );
}

const isFrame = (field: string) => /^(raw|payload$|frame)/i.test(field);

it('returns frames of units only from endpoints for engineers', () => {
  const withFrames = CONTRACT.filter(({ endpoint }) =>
    fieldsOf(z.toJSONSchema(endpoint.output, { io: 'input', unrepresentable: 'any' })).some(isFrame),
  );
  const forOthers = withFrames.filter(
    ({ endpoint: { access } }) =>
      access.public || access.anyOf.some((flag) => flag !== 'ENGINEER') || !access.anyOf.length,
  );
  expect(forOthers.map(({ name }) => name)).toEqual([]);
});

it('finds frames at every depth', () => {
  const Answer = z.object({ items: z.array(z.object({ RawData: z.string(), at: z.number() })) });
  expect(fieldsOf(z.toJSONSchema(Answer)).filter(isFrame)).toEqual(['RawData']);
});
