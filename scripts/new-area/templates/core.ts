import type { AreaFiles, NewArea } from '../area.ts';
import type { Field } from '../field.ts';
import { choicesOf, kindOf } from '../kinds.ts';

const schemaOf = (field: Field) => {
  const { schema, optionalSchema } = kindOf(field);
  return (field.optional ? optionalSchema! : schema)(field);
};

/** The functions of `layers/core/fields.ts` that the schemas call: all but those of zod. */
const buildersIn = (schemas: readonly string[]) =>
  [...new Set(schemas.flatMap((schema) => [...schema.matchAll(/(?<!\.)\b(\w+)\(/g)].map(([, name]) => name)))].sort();

/** How the audit words the field. */
const wordingOf = ({ kind }: Field) => (kind === 'flag' ? 'onOff' : kind === 'number' ? 'number' : 'text');

/** Types, contract and audit words: layers/core. */
export function coreFiles({ names, fields, path, flags }: NewArea): AreaFiles {
  const { area, Item, item } = names;
  const folder = `layers/core/${names['area-folder']}`;
  const schemas = fields.map(schemaOf);
  const choices = fields.filter(({ kind }) => kind === 'choice');
  return {
    [`${folder}/${names['item-file']}.ts`]: `import { z } from 'zod';
import { ${buildersIn(schemas).join(', ')} } from '../fields.ts';
import { RecordVersion } from '../records.ts';

${choices.map((field) => `export const ${choicesOf(field)} = [${field.choices.map((one) => `'${one}'`).join(', ')}] as const;\n\n`).join('')}export const ${Item}Input = z.object({
${fields.map(({ name }, index) => `${name}: ${schemas[index]},`).join('\n')}
});

export const ${Item} = ${Item}Input.extend(RecordVersion.shape);
export type ${Item} = z.output<typeof ${Item}>;
`,
    [`${folder}/contract.ts`]: `import { z } from 'zod';
import { holding } from '../access.ts';
import { defineArea } from '../contract.ts';
import { PageRequest, pageOf } from '../paging.ts';
import { RecordVersion } from '../records.ts';
import { ${Item}, ${Item}Input } from './${names['item-file']}.ts';

const access = holding(${flags.map((flag) => `'${flag}'`).join(', ')});

export const ${area} = defineArea({
  list: {
    method: 'GET',
    path: '${path}',
    summary: 'Read the ${names['area words']}',
    access,
    input: PageRequest,
    output: pageOf(${Item}),
  },
  add: {
    method: 'POST',
    path: '${path}',
    summary: 'Add ${names['an item']}',
    access,
    input: ${Item}Input,
    output: ${Item},
    errors: ['CONFLICT'],
  },
  update: {
    method: 'PUT',
    path: '${path}',
    summary: 'Change ${names['an item']}',
    access,
    input: ${Item},
    output: ${Item},
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  remove: {
    method: 'DELETE',
    path: '${path}',
    summary: 'Delete ${names['an item']}',
    access,
    input: RecordVersion,
    output: z.object({}),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});
`,
    [`${folder}/audit.ts`]: `import { type AuditedArea, ${[...new Set(fields.map(wordingOf))].sort().join(', ')} } from '../audit/wording.ts';

const fields = {
${fields.map((field) => `  ${field.name}: ${wordingOf(field)}('${field.label}'),`).join('\n')}
};

/** The kinds of objects in the audit, and every action with its sentence and its fields. */
export const AUDITED = {
  kinds: { ${item}: '${names['Item words']}' },
  actions: {
    'add ${names['item words']}': { sentence: '{actor} added ${names['an item']}', fields },
    'edit ${names['item words']}': { sentence: '{actor} changed ${names['an item']}', fields },
    'delete ${names['item words']}': { sentence: '{actor} deleted ${names['an item']}', fields },
  },
} as const satisfies AuditedArea;
`,
  };
}
