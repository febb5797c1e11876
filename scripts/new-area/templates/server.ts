import type { AreaFiles, NewArea } from '../area.ts';
import { exampleOf, type Field } from '../fields.ts';

const ATTRIBUTE = { text: 'requiredText', number: 'requiredNumber', flag: "{ type: 'boolean', required: true }" };

const example = (fields: readonly Field[], which: string) =>
  fields.map((field) => `${field.name}: ${exampleOf(field, which)}`).join(', ');

/** Store, handler and seed. */
export function serverFiles({ names, fields, of }: NewArea): AreaFiles {
  const { area, item, Item } = names;
  const folder = names['area-folder'];
  const attributes = [
    ...new Set(fields.filter(({ kind }) => kind !== 'flag').map(({ kind }) => ATTRIBUTE[kind])),
  ].sort();
  return {
    [`layers/data/${folder}/${folder}.ts`]: `import { Entity } from 'electrodb';
import { ${attributes.join(', ')} } from '../kit/attributes.ts';
import { at } from '../kit/table.ts';
import { versionedAttributes, versionedIndexes, versionedRecords } from '../kit/versioned-records.ts';

export const ${Item}Entity = new Entity(
  {
    model: { service: 'watchkeep', entity: '${item}', version: '1' },
    attributes: {
      ...versionedAttributes,
${fields.map(({ name, kind }) => `      ${name}: ${ATTRIBUTE[kind]},`).join('\n')}
    },
    indexes: versionedIndexes,
  },
  at,
);

export const ${item}Store = versionedRecords(${Item}Entity, {
  noun: '${names['item words']}',
  objectKind: '${item}',
  of: '${of}',
});
`,
    [`functions/${folder}/handler.ts`]: `import { ${area} } from '#core/${folder}/contract.ts';
import { ${item}Store } from '#data/${folder}/${folder}.ts';
import { serve } from '#platform/http/serve.ts';

export const handler = serve(${area}, {
  list: ({ input, scope }) => ${item}Store.list(scope, input),
  add: ({ input, scope }) => ${item}Store.add(scope, input, Date.now()),
  update: ({ input: { id, version, ...fields }, scope }) =>
    ${item}Store.update(scope, { id, version }, fields, Date.now()),
  async remove({ input, scope }) {
    await ${item}Store.remove(scope, input, Date.now());
    return {};
  },
});
`,
    [`scripts/seed/areas/${folder}.ts`]: `import { ${Item}Entity } from '#data/${folder}/${folder}.ts';
import type { Seed } from '../seed.ts';
import { itemOf } from '../write.ts';

const ITEMS = [
  { ${example(fields, 'first')} },
  { ${example(fields, 'second')} },
];

export const seed: Seed = () =>
  ITEMS.map((fields, index) =>
    itemOf(${Item}Entity, { DealerKey: ${of === 'portal' ? 1 : 22}, id: \`seeded-\${index + 1}\`, version: 1, ...fields }),
  );
`,
  };
}
