import type { AreaFiles, NewArea } from '../area.ts';
import { type Field, titleOf } from '../fields.ts';

const COMPONENT = { text: 'TextField', number: 'NumberField', flag: 'SwitchField' };
const MODULE = { text: 'text-field', number: 'number-field', flag: 'toggle-fields' };

const input = ({ name, label, kind }: Field) =>
  `<${COMPONENT[kind]} label="${label}" ${kind === 'text' ? 'maxLength={100} ' : ''}{...form.field('${name}')} />`;

const column = (field: Field, title: Field) =>
  field === title
    ? `{ accessorKey: '${field.name}', size: 240, meta: { label: '${field.label}', locked: true, grows: true, card: 'title' } },`
    : `{ accessorKey: '${field.name}', size: 160, meta: { label: '${field.label}'${field.kind === 'number' ? ", align: 'end'" : ''} } },`;

const initial = (fields: readonly Field[]) =>
  fields
    .filter(({ kind }) => kind !== 'number')
    .map(({ name, kind }) => `${name}: ${kind === 'text' ? "''" : 'false'}`)
    .join(', ');

/** The screen and its page: web/src/features. */
export function webFiles({ names, fields, page }: NewArea): AreaFiles {
  const { area, Area, Item } = names;
  const folder = names['area-folder'];
  const title = titleOf(fields);
  const kinds = [...new Set(fields.map(({ kind }) => kind))];
  return {
    [`web/src/features/${folder}/screens.ts`]: `import { List } from 'lucide-react';
import { ${area} } from '#core/${folder}/contract.ts';
import type { Screen } from '#web/lib/page/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '${page}',
    title: '${names['Area words']}',
    access: ${area}.list.access,
    load: () => import('./${folder}-page.tsx'),
    order: 100,
    navigation: { icon: List, section: 'Administration' },
  },
];
`,
    [`web/src/features/${folder}/${folder}-page.tsx`]: `import { ${area} } from '#core/${folder}/contract.ts';
import { type ${Item}, ${Item}Input } from '#core/${folder}/${names['item-file']}.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
${kinds.map((kind) => `import { ${COMPONENT[kind]} } from '#web/components/form/${MODULE[kind]}.tsx';`).join('\n')}
import { RecordsPage } from '#web/lib/records/records-page.tsx';

export default function ${Area}Page() {
  return (
    <RecordsPage
      title="${names['Area words']}"
      noun="${names['item words']}"
      name="${area}"
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
