import type { AreaFiles, NewArea } from '../area.ts';
import type { Field } from '../field.ts';
import { titleOf } from '../fields.ts';
import { choicesOf, kindOf } from '../kinds.ts';

const input = (field: Field) => {
  const { component, properties = () => '' } = kindOf(field);
  return `<${component} label="${field.label}" ${properties(field)} {...form.field('${field.name}')} />`;
};

const column = (field: Field, title: Field) => {
  const { width, align, shownBy } = kindOf(field);
  const properties = [
    `accessorKey: '${field.name}'`,
    `size: ${field === title ? 240 : width}`,
    ...(shownBy ? [`cell: ({ row }) => ${shownBy.cell(`row.original.${field.name}`)}`] : []),
    `meta: { label: '${field.label}'${align ? `, align: '${align}'` : ''}${field === title ? ", locked: true, grows: true, card: 'title'" : ''} }`,
  ];
  return `{ ${properties.join(', ')} },`;
};

const initial = (fields: readonly Field[]) =>
  fields
    .map((field) => ({ name: field.name, value: kindOf(field).initial }))
    .filter(({ value }) => value !== undefined)
    .map(({ name, value }) => `${name}: ${value}`)
    .join(', ');

/** The components and functions of `web/src/components` that the page uses. */
const componentsOf = (fields: readonly Field[]) =>
  new Set(
    fields
      .map(kindOf)
      .flatMap(({ component, module, shownBy }) => [
        `import { ${component} } from '#web/components/form/${module}.tsx';`,
        ...(shownBy ? [`import { ${shownBy.name} } from '#web/components/${shownBy.from}';`] : []),
      ]),
  );

/** The screen and its page: web/src/features. */
export function webFiles({ names, fields, page, icon, section }: NewArea): AreaFiles {
  const { area, Area, Item } = names;
  const folder = names['area-folder'];
  const title = titleOf(fields);
  const choices = fields.filter(({ kind }) => kind === 'choice').map((field) => `${choicesOf(field)}, `);
  return {
    [`web/src/features/${folder}/screens.ts`]: `import { ${icon} } from 'lucide-react';
import { ${area} } from '#core/${folder}/contract.ts';
import type { Screen } from '#web/lib/page/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '${page}',
    title: '${names['Area words']}',
    access: ${area}.list.access,
    load: () => import('./${folder}-page.tsx'),
    order: 100,
    navigation: { icon: ${icon}, section: '${section}' },
  },
];
`,
    [`web/src/features/${folder}/${folder}-page.tsx`]: `import { ${area} } from '#core/${folder}/contract.ts';
import { ${choices.join('')}type ${Item}, ${Item}Input } from '#core/${folder}/${names['item-file']}.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
${[...componentsOf(fields)].join('\n')}
import { firstReadsOfRecords, RecordsPage } from '#web/lib/records/records-page.tsx';

const TABLE = '${area}';

export const firstReads = firstReadsOfRecords(${area}, TABLE);

export default function ${Area}Page() {
  return (
    <RecordsPage
      title="${names['Area words']}"
      noun="${names['item words']}"
      name={TABLE}
      endpoints={${area}}
      columns={COLUMNS}
      nameOf={({ ${title.name} }) => ${title.name}}
      schema={${Item}Input}
      initial={{ ${initial(fields)} }}
      failureTitle="The ${names['area words']} could not be read"
      fields={(form) => (
        <>
${fields.map(input).join('\n')}
        </>
      )}
    />
  );
}

const COLUMNS: readonly DataColumn<${Item}>[] = [
${fields.map((field) => column(field, title)).join('\n')}
];
`,
  };
}
