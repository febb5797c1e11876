import { z } from 'zod';
import type { Endpoint } from '#core/contract.ts';
import { ENDPOINTS } from './endpoints.ts';

type Field = z.core.$ZodType;

/** The fields of the rows of a list; undefined if the endpoint answers no list. Screens export what lists answer. */
function rowFieldsOf({ output }: Endpoint): string[] | undefined {
  if (!(output instanceof z.ZodObject)) return undefined;
  const { items, cursor } = output.shape as Record<string, Field | undefined>;
  if (!(items instanceof z.ZodArray) || cursor === undefined) return undefined;
  return [...new Set(fieldsOf(items.element))];
}

/** Also those of a row that has one of several shapes. */
function fieldsOf(row: Field): string[] {
  if (row instanceof z.ZodObject) return Object.keys(row.shape);
  return row instanceof z.ZodUnion ? row.options.flatMap(fieldsOf) : [];
}

/** The endpoints that answer lists. */
export const LISTS = ENDPOINTS.filter(({ endpoint }) => rowFieldsOf(endpoint) !== undefined);
