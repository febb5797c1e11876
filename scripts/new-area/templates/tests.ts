import type { AreaFiles, NewArea } from '../area.ts';
import type { Field } from '../field.ts';
import { exampleOf, examplesOf, titleOf } from '../fields.ts';
import { kindOf, type Which } from '../kinds.ts';

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
  const others = fields.filter((field) => field !== title);
  return `import { describe, expect, it } from 'vitest';
import { ${names.Item}, ${names.Item}Input } from '#core/${names['area-folder']}/${names['item-file']}.ts';
import { ${names.Item}Entity } from '#data/${names['area-folder']}/${names['area-folder']}.ts';
import { expectAgreement } from '#support/agreement.ts';

describe('${names['an item']}', () => {
  it('has the fields of its entity', () => expectAgreement(${names.Item}Entity, ${names.Item}, ['DealerKey']));

  it('needs ${title.name}, and says so', () => {
    const { error } = ${names.Item}Input.safeParse({ ${examplesOf(others)}, ${title.name}: ' ' });
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
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';

beforeAll(someDealers);

${of === 'dealer' ? '/** Each test has a dealer of its own. */\n' : ''}const aUserOf = (dealer: number) => aUser({ dealer, flags: ['${flags[0]}'] });

const fields = { ${examplesOf(fields)} }${fields.some(({ kind }) => kind === 'choice') ? ' as const' : ''};

describe('${names['area words']}', () => {
  it('are added, with an audit entry, and listed', async () => {
    const as = await aUserOf(7);
    const added = await ask(${area}.add, { ...fields, as });
    expect(added).toMatchObject({ ...fields, version: 1 });
    expect((await ask(${area}.list, { as })).items).${of === 'dealer' ? 'toEqual([added])' : 'toContainEqual(added)'};
    expect(await auditOf('${item}', added.id)).toMatchObject([{ action: 'add ${names['item words']}', actorKey: as.UserKey }]);
  });

  it('are changed in the version that was read', async () => {
    const as = await aUserOf(13);
    const added = await ask(${area}.add, { ...fields, as });
    const changed = await ask(${area}.update, { ...added, ${title}: 'Another', as });
    expect(changed).toEqual({ ...added, ${title}: 'Another', version: 2 });
    const second = await call(${area}.update, { ...added, as });
    expect([second.status, second.body.code]).toEqual([409, 'CONFLICT']);
  });

  it('are deleted', async () => {
    const as = await aUserOf(91);
    const { id, version } = await ask(${area}.add, { ...fields, as });
    await ask(${area}.remove, { id, version, as });
    expect((await call(${area}.remove, { id, version, as })).status).toBe(404);
  });

  it('are ${of === 'dealer' ? 'those of the own dealer alone' : 'the same for every dealer'}', async () => {
    const { id } = await ask(${area}.add, { ...fields, as: await aUserOf(22) });
    const { items } = await ask(${area}.list, { as: await aUserOf(49) });
    expect(items.some((one) => one.id === id)).toBe(${of === 'portal'});
  });
});
`;
}

/** The lines that fill in a field of the dialog. A switch stays as it is. */
function fillIn(field: Field): string[] {
  const { kind, label } = field;
  const value = `'${String(kindOf(field).example(field, 'new'))}'`;
  if (kind === 'flag') return [];
  if (kind === 'choice')
    return [`await dialog.getByRole('combobox', { name: '${label}', exact: true }).selectOption(${value});`];
  return [`await dialog.getByRole('textbox', { name: '${label}', exact: true }).fill(${value});`];
}

function pageTest({ names, fields, flags, page, of }: NewArea): string {
  const title = titleOf(fields);
  const words = names['item words'];
  return `import { describe, it } from 'vitest';
import { newPerson, openPage } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

describe('the ${names['area words']} page', () => {
  it('adds, edits and deletes', async () => {
    const person = await newPerson({ first: 'Kim', last: 'Example', flags: ['${flags[0]}']${of === 'portal' ? ', dealer: 1' : ''} });
    const page = await openPage({ as: person, at: '${page}' });
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Add ${words}', exact: true }).first().click();
${fields.flatMap(fillIn).join('\n')}
    await expectAccessible(page);
    await picture(page, '${names['item-file']}-new');
    await dialog.getByRole('button', { name: 'Add ${words}', exact: true }).click();

    await page.getByRole('button', { name: ${exampleOf(title, 'new').replace(/^'/, "'Edit ")}, exact: true }).click();
    await dialog.getByRole('textbox', { name: '${title.label}', exact: true }).fill('Another');
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
      { DealerKey, id: '${update}', version: 1, ${examplesOf(fields, 'first')} },
      { DealerKey, id: '${remove}', version: 1, ${examplesOf(fields, 'second')} },
    ]).go(),
};
`;
}

function events({ names, fields }: NewArea): AreaFiles {
  const { update, remove } = sampleIds(names.item);
  const values = (which: Which) =>
    Object.fromEntries(fields.map((field) => [field.name, kindOf(field).example(field, which)]));
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
