import type { AreaFiles, NewArea } from '../area.ts';
import { exampleOf, type Field, titleOf } from '../fields.ts';

const example = (fields: readonly Field[], which = 'first') =>
  `{ ${fields.map((field) => `${field.name}: ${exampleOf(field, which)}`).join(', ')} }`;

/** Tests of each kind, and samples of each endpoint. */
export function testFiles(area: NewArea): AreaFiles {
  const folder = area.names['area-folder'];
  return {
    [`tests/${folder}/${area.names['item-file']}.test.ts`]: ruleTest(area),
    [`tests/${folder}/${folder}.integ.test.ts`]: storeTest(area),
    [`tests/${folder}/${folder}.e2e.test.ts`]: pageTest(area),
    [`tests/${folder}/sample.ts`]: sample(area),
    ...events(area),
  };
}

function ruleTest({ names, fields }: NewArea): string {
  const title = titleOf(fields);
  return `import { describe, expect, it } from 'vitest';
import { ${names.Item}Input } from '#core/${names['area-folder']}/${names['item-file']}.ts';

describe('a ${names['item words']}', () => {
  it('needs ${title.name}, and says so', () => {
    const { error } = ${names.Item}Input.safeParse({ ...${example(fields)}, ${title.name}: ' ' });
    expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([['${title.name}', '${title.label} is missing']]);
  });
});
`;
}

function storeTest({ names, fields, flags, of }: NewArea): string {
  const { area, item } = names;
  const title = titleOf(fields).name;
  return `import { beforeAll, describe, expect, it } from 'vitest';
import { ${area} } from '#core/${names['area-folder']}/contract.ts';
import type { StoredUser } from '#data/users/users.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';

let as: StoredUser;
beforeAll(async () => {
  await someDealers();
  as = await aUser({ dealer: 22, flags: ['${flags[0]}'] });
});

const fields = ${example(fields)};

describe('${names['area words']}', () => {
  it('are added, with an audit entry, and listed', async () => {
    const added = await ask(${area}.add, { ...fields, as });
    expect(added).toMatchObject({ ...fields, version: 1 });
    expect((await ask(${area}.list, { as })).items).toContainEqual(added);
    expect(await auditOf('${item}', added.id)).toMatchObject([{ action: 'add ${names['item words']}', actorKey: as.UserKey }]);
  });

  it('are changed in the version that was read', async () => {
    const added = await ask(${area}.add, { ...fields, as });
    const changed = await ask(${area}.update, { ...added, ${title}: 'Another', as });
    expect(changed).toEqual({ ...added, ${title}: 'Another', version: 2 });
    const second = await call(${area}.update, { ...added, as });
    expect([second.status, second.body.code]).toEqual([409, 'CONFLICT']);
  });

  it('are deleted', async () => {
    const { id, version } = await ask(${area}.add, { ...fields, as });
    await ask(${area}.remove, { id, version, as });
    expect((await call(${area}.remove, { id, version, as })).status).toBe(404);
  });

  it('are ${of === 'dealer' ? 'those of the own dealer alone' : 'the same for every dealer'}', async () => {
    const { id } = await ask(${area}.add, { ...fields, as });
    const other = await aUser({ dealer: 49, flags: ['${flags[0]}'] });
    const found = (await ask(${area}.list, { as: other })).items.some((one) => one.id === id);
    expect(found).toBe(${of === 'portal'});
  });
});
`;
}

function pageTest({ names, fields, page, of }: NewArea): string {
  const title = titleOf(fields);
  const words = names['item words'];
  const fill = fields
    .filter(({ kind }) => kind !== 'flag')
    .map(
      (field) =>
        `await dialog.getByLabel('${field.label}').fill(${field.kind === 'number' ? "'1'" : exampleOf(field, 'new')});`,
    );
  return `import { describe, it } from 'vitest';
import { openPage } from '#support/page.ts';

describe('the ${names['area words']} page', () => {
  it('adds, edits and deletes', async () => {
    const page = await openPage({ as: '${of === 'portal' ? 'engineer@watchkeep.example' : 'dealer@northwind.example'}', at: '${page}' });
    await page.getByRole('button', { name: 'Add ${words}', exact: true }).first().click();
    const dialog = page.getByRole('dialog');
${fill.join('\n')}
    await dialog.getByRole('button', { name: 'Add ${words}', exact: true }).click();
    await page.getByRole('button', { name: ${exampleOf(title, 'new').replace(/^'/, "'Edit ")}, exact: true }).click();
    await dialog.getByLabel('${title.label}').fill('Another');
    await dialog.getByRole('button', { name: 'Save ${words}', exact: true }).click();
    await page.getByRole('button', { name: 'Delete Another', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete ${words}', exact: true }).click();
    await page.getByRole('button', { name: 'Edit Another', exact: true }).waitFor({ state: 'detached' });
  });
});
`;
}

const sampleIds = (item: string) => ({ update: `${item}-1-of-220`, remove: `${item}-2-of-220` });

function sample({ names, fields, of }: NewArea): string {
  const { item, Item } = names;
  const { update, remove } = sampleIds(item);
  return `import { ${Item}Entity } from '#data/${names['area-folder']}/${names['area-folder']}.ts';
import type { Sample } from '#support/samples.ts';

const DealerKey = ${of === 'portal' ? 1 : 220};

export const sample: Sample = {
  add: () =>
    ${Item}Entity.put([
      { DealerKey, id: '${update}', version: 1, ${example(fields).slice(1)},
      { DealerKey, id: '${remove}', version: 1, ${example(fields, 'second').slice(1)},
    ]).go(),
};
`;
}

function events({ names, fields }: NewArea): AreaFiles {
  const { update, remove } = sampleIds(names.item);
  const values = (which: string) =>
    Object.fromEntries(
      fields.map((field) => [field.name, JSON.parse(exampleOf(field, which).replaceAll("'", '"')) as unknown]),
    );
  const inputs = {
    list: {},
    add: values('new'),
    update: { id: update, version: 1, ...values('other') },
    remove: { id: remove, version: 1 },
  };
  return Object.fromEntries(
    Object.entries(inputs).map(([endpoint, input]) => [
      `events/${names['area-folder']}/${endpoint}.json`,
      `${JSON.stringify(input, null, 2)}\n`,
    ]),
  );
}
