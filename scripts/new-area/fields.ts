import type { Field } from './field.ts';
import { KINDS, kindOf, type Which } from './kinds.ts';
import { kebab, upper, words } from './names.ts';

const FIELD = /^(?<name>[A-Za-z]\w*):(?<kind>[a-z]+)(\((?<choices>[\w -]+(\|[\w -]+)+)\))?(?<optional>\?)?$/;

/** Every versioned record has them. */
const RESERVED = ['DealerKey', 'id', 'version'];

/**
 * Reads `Name:text,Note:longtext?,Status:choice(Open|Closed)`; a question mark makes a field optional.
 * @throws if a field has another form, or if no text field can name an item
 */
export function fieldsOf(written: string): Field[] {
  const fields = written.split(',').map(fieldOf);
  const names = fields.map(({ name }) => name);
  const taken = names.find((name, index) => RESERVED.includes(name) || names.indexOf(name) !== index);
  if (taken !== undefined) throw new Error(`"${taken}" cannot be the name of a field, or not twice`);
  if (!fields.some(isTitle)) throw new Error('One field must be a text that is not optional: Name:text');
  return fields;
}

function fieldOf(written: string): Field {
  const { name, kind, choices, optional } = FIELD.exec(written.trim())?.groups ?? {};
  const known = kind !== undefined && Object.hasOwn(KINDS, kind);
  if (!name || !known || (kind === 'choice') !== (choices !== undefined)) throw new Error(refusal(written));
  const field = {
    name,
    kind: kind as Field['kind'],
    optional: optional !== undefined,
    label: upper(words(kebab(name)).replace(/\bemail\b/, 'e-mail')),
    choices: choices?.split('|') ?? [],
  };
  if (field.optional && !kindOf(field).optionalSchema) throw new Error(`A ${kind} cannot be optional: ${written}`);
  return field;
}

/** One field of each kind, as `--fields` takes them. */
export const USAGE = Object.values(KINDS).map(({ usage }) => usage);

const refusal = (written: string) => `"${written}" must be a field with its kind, such as ${USAGE.join(', ')}`;

const isTitle = ({ kind, optional }: Field) => kind === 'text' && !optional;

/** The field that names an item. */
export const titleOf = (fields: readonly Field[]): Field => fields.find(isTitle)!;

/** An example value of the field, as code. */
export function exampleOf(field: Field, which: Which = 'first'): string {
  const value = kindOf(field).example(field, which);
  return typeof value === 'string' ? `'${value}'` : String(value);
}

/** Example values of all fields, as code: `Name: 'First name', Days: 1`. */
export const examplesOf = (fields: readonly Field[], which?: Which): string =>
  fields.map((field) => `${field.name}: ${exampleOf(field, which)}`).join(', ');
