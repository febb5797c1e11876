import type { AreaFiles, NewArea } from '../area.ts';
import { examplesOf } from '../fields.ts';
import { choicesOf, kindOf } from '../kinds.ts';

/** Store, handler and seed. */
export function serverFiles({ names, fields, of }: NewArea): AreaFiles {
  const { area, item, Item } = names;
  const folder = names['area-folder'];
  const attributes = fields.map((field) => kindOf(field).attribute(field));
  const shared = [...new Set(attributes.filter((attribute) => /^\w+$/.test(attribute)))].sort();
  const choices = fields.filter(({ kind }) => kind === 'choice').map(choicesOf);
  return {
    [`layers/data/${folder}/${folder}.ts`]: `import { Entity } from 'electrodb';
${choices.length > 0 ? `import { ${choices.join(', ')} } from '#core/${folder}/${names['item-file']}.ts';\n` : ''}import { ${shared.join(', ')} } from '../kit/attributes.ts';
import { at } from '../kit/table.ts';
import { versionedAttributes, versionedIndexes, versionedRecords } from '../kit/versioned-records.ts';

export const ${Item}Entity = new Entity(
  {
    model: { service: 'watchkeep', entity: '${item}', version: '1' },
    attributes: {
      ...versionedAttributes,
${fields.map(({ name }, index) => `      ${name}: ${attributes[index]},`).join('\n')}
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
  { ${examplesOf(fields, 'first')} },
  { ${examplesOf(fields, 'second')} },
]${choices.length > 0 ? ' as const' : ''};

${of === 'dealer' ? '/** The root dealer, whose engineers open every screen, and a dealer below it. */\nconst DEALERS = [1, 22];\n\n' : ''}export const seed: Seed = () =>
  ${of === 'dealer' ? 'DEALERS.flatMap((DealerKey) => ' : ''}ITEMS.map((fields, index) =>
    itemOf(${Item}Entity, { DealerKey${of === 'dealer' ? '' : ': 1'}, id: \`seeded-\${index + 1}\`, version: 1, ...fields }),
  )${of === 'dealer' ? ')' : ''};
`,
  };
}
