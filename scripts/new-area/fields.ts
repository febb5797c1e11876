import { camel, upper, words } from './names.ts';

/** One field of the items of a new area. */
export interface Field {
  /** `PartNumber` */
  name: string;
  kind: 'text' | 'number' | 'flag';
  optional: boolean;
  /** `Part number` */
  label: string;
}

/**
 * Reads `Name:text,PartNumber:text?,Days:number,Active:flag`; a question mark makes a text optional.
 * @throws if a field has another form, or if no text field can name an item
 */
export function fieldsOf(written: string): Field[] {
  const fields = written.split(',').map(fieldOf);
  if (!fields.some((field) => isTitle(field)))
    throw new Error('One field must be a text that is not optional: Name:text');
  return fields;
}

function fieldOf(written: string): Field {
  const [, name, kind, optional] = /^([A-Za-z]\w*):(text|number|flag)(\?)?$/.exec(written.trim()) ?? [];
  if (!name || (optional && kind !== 'text'))
    throw new Error(`"${written}" must be a field with its kind: Name:text, Note:text?, Days:number or Active:flag`);
  const kebab = name.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();
  return { name, kind: kind as Field['kind'], optional: optional !== undefined, label: upper(words(kebab)) };
}

const isTitle = ({ kind, optional }: Field) => kind === 'text' && !optional;

/** The field that names an item. */
export const titleOf = (fields: readonly Field[]): Field => fields.find(isTitle)!;

/** An example value of the field, as code. */
export const exampleOf = ({ kind, label }: Field, which = 'first'): string =>
  ({ text: `'${upper(camel(which))} ${label.toLowerCase()}'`, number: '1', flag: 'true' })[kind];
