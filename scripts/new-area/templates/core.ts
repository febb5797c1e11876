import type { AreaFiles, NewArea } from '../area.ts';
import type { Field } from '../fields.ts';

const SCHEMA = {
  text: ({ label }: Field) =>
    `z.string({ error: '${label} is missing' }).trim().min(1, '${label} is missing').max(100)`,
  number: ({ label }: Field) =>
    `z.int({ error: '${label} must be a whole number' }).min(0, '${label} must be at least 0').max(1_000_000, '${label} must be at most 1,000,000')`,
  flag: () => 'z.boolean()',
};

const schemaOf = (field: Field) =>
  `${field.name}: ${field.optional ? "z.string().trim().max(100).default('')" : SCHEMA[field.kind](field)},`;

/** Types, contract and audit words: layers/core. */
export function coreFiles({ names, fields, path, flags }: NewArea): AreaFiles {
  const { area, Item, item } = names;
  const folder = `layers/core/${names['area-folder']}`;
  return {
    [`${folder}/${names['item-file']}.ts`]: `import { z } from 'zod';
import { RecordVersion } from '../records.ts';

export const ${Item}Input = z.object({
${fields.map(schemaOf).join('\n')}
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
    summary: 'Add a ${names['item words']}',
    access,
    input: ${Item}Input,
    output: ${Item},
    errors: ['CONFLICT'],
  },
  update: {
    method: 'PUT',
    path: '${path}',
    summary: 'Change a ${names['item words']}',
    access,
    input: ${Item},
    output: ${Item},
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  remove: {
    method: 'DELETE',
    path: '${path}',
    summary: 'Delete a ${names['item words']}',
    access,
    input: RecordVersion,
    output: z.object({}),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});
`,
    [`${folder}/audit.ts`]: `/** Kinds of objects in the audit log, and what people call them. */
export const AUDITED = { ${item}: '${names['Item words']}' } as const;
`,
  };
}
