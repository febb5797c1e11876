import type { Field } from './field.ts';
import { kebab, upper } from './names.ts';

/** An example of a value. The samples and tests of an area need several different ones. */
export type Which = 'first' | 'second' | 'new' | 'other';
const PLACES = ['first', 'second', 'new', 'other'];

/** What the files of an area contain for a field of one kind, as code. */
interface Kind {
  /** How `--fields` names it, for the help and for messages. */
  usage: string;
  /** Its zod type, built by `layers/core/fields.ts`. */
  schema(field: Field): string;
  /** Its zod type where it may be empty; absent for kinds that always have a value. */
  optionalSchema?(field: Field): string;
  /** Its attribute of the entity. */
  attribute(field: Field): string;
  /** Its field in the form, the file of that in `web/src/components/form`, and the properties of its own. */
  component: string;
  module: string;
  properties?(field: Field): string;
  /** Its value in the form of a new record; absent if the field starts without a value. */
  initial?: string;
  /** Its column in the list: the width and what is beyond the label. */
  width: number;
  align?: 'end';
  /** What the column shows for a value, and where the component or function for it is. */
  shownBy?: { name: string; from: string; cell: (value: string) => string };
  example(field: Field, which: Which): string | number | boolean;
}

const written = ({ label }: Field, which: Which) => `${upper(which)} ${label.toLowerCase()}`;
const orEmpty = (schema: (field: Field) => string) => (field: Field) => `orEmpty(${schema(field)})`;
const call =
  (builder: string) =>
  ({ label }: Field) =>
    `${builder}('${label}')`;
const requiredText = () => 'requiredText';

/** The name of the list of a field's choices: `STATUS_CHOICES`. */
export const choicesOf = ({ name }: Field) => `${kebab(name).replaceAll('-', '_').toUpperCase()}_CHOICES`;

export const KINDS: Record<Field['kind'], Kind> = {
  text: {
    usage: 'Name:text',
    schema: call('text'),
    optionalSchema: () => 'optionalText()',
    attribute: requiredText,
    component: 'TextField',
    module: 'text-field',
    properties: () => 'maxLength={100}',
    initial: "''",
    width: 160,
    example: written,
  },
  longtext: {
    usage: 'Note:longtext?',
    schema: ({ label }) => `text('${label}', 2000)`,
    optionalSchema: () => 'optionalText(2000)',
    attribute: requiredText,
    component: 'TextAreaField',
    module: 'text-area-field',
    properties: () => 'maxLength={2000}',
    initial: "''",
    width: 240,
    example: written,
  },
  number: {
    usage: 'Days:number',
    schema: call('wholeNumber'),
    attribute: () => 'requiredNumber',
    component: 'NumberField',
    module: 'number-field',
    width: 120,
    align: 'end',
    example: () => 1,
  },
  flag: {
    usage: 'Active:flag',
    schema: () => 'z.boolean()',
    attribute: () => "{ type: 'boolean', required: true }",
    component: 'SwitchField',
    module: 'toggle-fields',
    initial: 'false',
    width: 120,
    example: () => true,
  },
  day: {
    usage: 'StartDay:day',
    schema: call('day'),
    optionalSchema: orEmpty(call('day')),
    attribute: requiredText,
    component: 'DateField',
    module: 'date-field',
    initial: "''",
    width: 140,
    shownBy: { name: 'Day', from: 'text/relative-time.tsx', cell: (value) => `<Day day={${value}} />` },
    example: (_, which) => `2027-0${PLACES.indexOf(which) + 1}-15`,
  },
  email: {
    usage: 'Email:email',
    schema: call('emailAddress'),
    optionalSchema: orEmpty(call('emailAddress')),
    attribute: requiredText,
    component: 'TextField',
    module: 'text-field',
    properties: () => 'type="email" maxLength={254}',
    initial: "''",
    width: 220,
    example: (_, which) => `${which}@watchkeep.example`,
  },
  phone: {
    usage: 'Phone:phone',
    schema: call('phoneNumber'),
    optionalSchema: orEmpty(call('phoneNumber')),
    attribute: requiredText,
    component: 'PhoneField',
    module: 'phone-field',
    initial: "''",
    width: 160,
    shownBy: { name: 'formatPhone', from: 'form/phone.ts', cell: (value) => `formatPhone(${value})` },
    example: (_, which) => `801555010${PLACES.indexOf(which) + 1}`,
  },
  choice: {
    usage: 'Status:choice(Open|Closed)',
    schema: (field) => `choice('${field.label}', ${choicesOf(field)})`,
    attribute: (field) => `{ type: ${choicesOf(field)}, required: true }`,
    component: 'SelectField',
    module: 'select-field',
    properties: (field) => `options={${choicesOf(field)}.map((value) => ({ value, label: value }))}`,
    width: 140,
    example: ({ choices }) => choices[0]!,
  },
};

export const kindOf = ({ kind }: Field) => KINDS[kind];
