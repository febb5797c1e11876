import type { z } from 'zod';

/** One rule of a field. */
export interface Rule {
  /** The path of the field, and the rule. */
  name: string;
  schema: z.ZodType;
  /** Values that break it, if they follow from its definition. */
  bad: readonly unknown[];
}

// biome-ignore lint/suspicious/noExplicitAny: definitions of zod have a type per kind of schema
type Definition = any;

const definitionOf = (schema: z.ZodType): Definition => schema._zod.def;

/** Every rule in a schema: the type of each field, and each of its checks. */
export function rulesIn(schema: z.ZodType, path = 'input'): Rule[] {
  const definition = definitionOf(schema);
  return [...ownRules(schema, definition, path), ...childRules(definition, path)];
}

/** What a wrapper leaves to the schema inside it is not its own rule. */
const WRAPPERS = ['optional', 'nullable', 'default', 'prefault', 'nonoptional', 'readonly', 'catch', 'pipe', 'lazy'];
const FREE = ['unknown', 'any', 'transform'];

function ownRules(schema: z.ZodType, definition: Definition, path: string): Rule[] {
  const { type, checks = [] } = definition;
  const rules: Rule[] =
    WRAPPERS.includes(type) || FREE.includes(type) ? [] : [{ name: `${path}: ${type}`, schema, bad: [{ no: 'such' }] }];
  // A format such as `z.email()` is a check of the schema itself.
  if (definition.check) rules.push(checkRule(schema, definition, path));
  return [...rules, ...checks.map((check: Definition) => checkRule(schema, definitionOfCheck(check), path))];
}

const definitionOfCheck = (check: Definition): Definition => check._zod.def;

function checkRule(schema: z.ZodType, definition: Definition, path: string): Rule {
  return { name: `${path}: ${definition.format ?? definition.check}`, schema, bad: badFor(schema, definition) };
}

function badFor(schema: z.ZodType, definition: Definition): unknown[] {
  const isList = definitionOf(schema).type === 'array';
  const sized = (size: number) => (isList ? Array(size).fill('A') : 'A'.repeat(size));
  switch (definition.check) {
    case 'min_length':
      return [sized(Math.max(0, definition.minimum - 1))];
    case 'max_length':
      return [sized(definition.maximum + 1)];
    case 'length_equals':
      return [sized(definition.length + 1)];
    case 'greater_than':
      return [definition.value - 1];
    case 'less_than':
      return [definition.value + 1];
    case 'number_format':
      return [0.5];
    default:
      return [];
  }
}

function childRules(definition: Definition, path: string): Rule[] {
  switch (definition.type) {
    case 'object':
      return Object.entries(definition.shape as Record<string, z.ZodType>).flatMap(([name, field]) =>
        rulesIn(field, `${path}.${name}`),
      );
    case 'array':
      return rulesIn(definition.element, `${path}[]`);
    case 'record':
      return [...rulesIn(definition.keyType, `${path}{key}`), ...rulesIn(definition.valueType, `${path}{}`)];
    case 'union':
      return definition.options.flatMap((option: z.ZodType, index: number) => rulesIn(option, `${path}|${index}`));
    case 'tuple':
      return definition.items.flatMap((item: z.ZodType, index: number) => rulesIn(item, `${path}[${index}]`));
    case 'pipe':
      return [...rulesIn(definition.in, path), ...rulesIn(definition.out, path)];
    case 'lazy':
      return rulesIn(definition.getter(), path);
    default:
      return definition.innerType ? rulesIn(definition.innerType, path) : [];
  }
}
