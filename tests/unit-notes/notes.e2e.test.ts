import { describe, expect, it } from 'vitest';
import { unitNotes } from '#core/unit-notes/contract.ts';
import { changeLook, LOOKS } from '#support/browser.ts';
import { ask } from '#support/call.ts';
import { itInDepth } from '#support/depth.ts';
import { aUnit } from '#support/fleet.ts';
import { newPerson, openPage, userNamed } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';
import { UNIT_TABS } from '#web/features/units/unit-page/unit-tabs.ts';

const TAB = UNIT_TABS.findIndex(({ id }) => id === 'notes');

async function openNotes(UnitSerNum: string, as: string) {
  const page = await openPage({ as, at: `/unitManagement/unitEdit?Unit=${UnitSerNum}&tabIndex=${TAB}` });
  await page.getByRole('heading', { name: 'Notes', exact: true }).waitFor();
  return page;
}

const aPerson = () => newPerson({ first: 'Nora', last: 'Note', flags: ['UNIT_EDIT'] });

describe('the notes of a unit', () => {
  it('are written, found, changed and deleted', async () => {
    const { UnitSerNum } = await aUnit();
    const as = await aPerson();
    const colleague = await userNamed(await newPerson({ first: 'Carl', last: 'Colleague', flags: ['UNIT_EDIT'] }));
    await ask(unitNotes.addNote, { UnitSerNum, text: 'The key is under the mat', as: colleague });
    const page = await openNotes(UnitSerNum, as);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Write a note' }).click();
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Ring twice');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save note' }).click();
    await page.getByText('Ring twice', { exact: true }).waitFor();
    for (const [look, its] of Object.entries(LOOKS)) {
      await changeLook(page, its);
      await picture(page, `unit-notes-${look}`);
    }
    await page.setViewportSize(LOOKS.light!.viewport!);
    expect(await page.getByRole('button', { name: /^Edit the note of/ }).count()).toBe(1);
    await page.getByRole('button', { name: /^Edit the note of/ }).click();
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Ring three times');
    await dialog.getByRole('button', { name: 'Save note' }).click();
    await page.getByText('Ring three times', { exact: true }).waitFor();
    await page.getByRole('button', { name: /^Delete the note of/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete note' }).click();
    await page.getByText('Ring three times', { exact: true }).waitFor({ state: 'detached' });
    await page.getByText('The key is under the mat', { exact: true }).waitFor();
  });

  itInDepth('have tags beside them, which are added and removed', async () => {
    const { UnitSerNum } = await aUnit();
    const page = await openNotes(UnitSerNum, await aPerson());
    await page.getByLabel('New tag').fill('=1+1');
    await page.getByRole('button', { name: 'Add tag' }).click();
    await page.getByText('A tag has letters, digits, blanks and . _ & + -', { exact: true }).waitFor();
    await page.getByLabel('New tag').fill('  Loan ');
    await page.getByRole('button', { name: 'Add tag' }).click();
    await page.getByRole('button', { name: 'Remove the tag loan' }).click();
    await page.getByText('No tag yet. The unit list filters by tags.', { exact: true }).waitFor();
  });
});

describe('a pinned unit', () => {
  itInDepth('is on the start page of the person', async () => {
    const { UnitSerNum } = await aUnit();
    const page = await openNotes(UnitSerNum, await aPerson());
    await page.getByRole('button', { name: 'Pin this unit' }).click();
    await page.getByRole('button', { name: 'Unpin this unit' }).waitFor();
    await page.goto('/dashboard');
    const panel = page.getByRole('region', { name: 'Pinned units' });
    await panel.getByRole('link', { name: new RegExp(UnitSerNum) }).waitFor();
    await expectAccessible(page);
    await picture(page, 'dashboard-pinned');
  });
});
