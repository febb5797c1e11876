import { describe, expect, it } from 'vitest';
import { caregivers } from '#core/caregivers/contract.ts';
import { changeLook, LOOKS } from '#support/browser.ts';
import { ask } from '#support/call.ts';
import { itInDepth } from '#support/depth.ts';
import { aUnit } from '#support/fleet.ts';
import { newPerson, openPage, userNamed } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const HOME = { Address1: '12 Willow Lane', Address2: '', City: 'Provo', State: 'UT', Zip: '84601', Country: 'USA' };
const ENGINEER = 'engineer@watchkeep.example';

async function openCaregivers(UnitSerNum: string, as = ENGINEER) {
  const page = await openPage({ as, at: `/unitManagement/unitEdit?Unit=${UnitSerNum}&tabIndex=5` });
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const toast = (text: string) => page.getByText(text, { exact: true }).first().waitFor();
  return { page, button, toast, dialog: page.getByRole('dialog'), question: page.getByRole('alertdialog') };
}

/** A unit with a customer and caregivers of these names. */
async function aHome(...names: string[]) {
  const as = await userNamed(ENGINEER);
  const { UnitSerNum } = await aUnit();
  const customer = await ask(caregivers.saveCustomer, { UnitSerNum, HomeAddress: HOME, as });
  const made = [];
  for (const Name of names)
    made.push(
      await ask(caregivers.create, {
        UnitSerNum,
        Name,
        emails: [`${Name.toLowerCase().replace(' ', '.')}@family.example`],
        as,
      }),
    );
  return { UnitSerNum, customer, made, as };
}

describe('the caregivers of a unit', () => {
  it('begin with the customer, who is created and changed [P2-B10 P2-M57 P2-M58]', async () => {
    const { UnitSerNum } = await aUnit();
    const { page, button, toast, dialog } = await openCaregivers(UnitSerNum);
    await page.getByText('This unit has no customer', { exact: true }).waitFor();
    await picture(page, 'caregivers-none');
    await button('Create customer').click();
    await dialog.getByLabel('Street').fill('12 Willow Lane');
    await dialog.getByLabel('City').fill('Provo');
    await dialog.getByLabel('ZIP code').fill('84601');
    await dialog.getByLabel('Country').fill('USA');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create customer' }).click();
    await toast('Created Customer');
    await page.getByText('12 Willow Lane, Provo, 84601, USA', { exact: true }).waitFor();
    await button('Edit customer').click();
    await dialog.getByLabel('State').fill('UT');
    await dialog.getByRole('button', { name: 'Save customer' }).click();
    await toast('Updated Customer');
    await page.getByText('12 Willow Lane, Provo, UT 84601, USA', { exact: true }).waitFor();
  });

  it('are created, changed, made administrators, removed and assigned again [P2-B61 P2-M59 P2-M60 P2-M61 P2-M62 P2-V20]', async () => {
    const { UnitSerNum } = await aHome();
    const { page, button, toast, dialog, question } = await openCaregivers(UnitSerNum);
    await button('Create caregiver').click();
    await dialog.getByLabel('Name').fill('Ann Lee');
    await dialog.getByLabel('E-mail addresses').fill('ann@family.example ann@work.example');
    await picture(page, 'caregiver-new');
    await dialog.getByRole('button', { name: 'Create caregiver' }).click();
    await toast('Successfully assigned Caregiver to unit.');
    await page.getByText('ann@family.example, ann@work.example', { exact: true }).waitFor();

    await button('Edit the caregiver Ann Lee').click();
    await dialog.getByLabel('Name').fill('Ann Leigh');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save caregiver' }).click();
    await toast('Updated Caregiver Information');

    await button('Make Ann Leigh an administrator').click();
    await toast('Updated Caregiver Type');
    await page.getByText('Administrator', { exact: true }).waitFor();
    for (const [look, its] of Object.entries(LOOKS)) {
      await changeLook(page, its);
      await picture(page, `caregivers-${look}`);
      await expectAccessible(page);
    }

    await button('Remove the caregiver Ann Leigh').click();
    await question.getByRole('button', { name: 'Remove caregiver' }).click();
    await toast('Removed Caregiver');
    await page.getByText('No caregiver is assigned', { exact: true }).waitFor();
    await button('Assign caregivers').and(page.locator(':focus')).waitFor();
    await button('Undo').click();
    await button('Make Ann Leigh a caregiver').waitFor();
  });

  it('of other units are available, staged and assigned together [P2-E28 P2-M59]', async () => {
    await aHome('Staged One', 'Staged Two');
    const { UnitSerNum } = await aHome();
    const { page, button, toast, dialog } = await openCaregivers(UnitSerNum);
    await button('Assign caregivers').click();
    const available = dialog.getByLabel('Available caregivers');
    for (const name of ['Staged One', 'Staged Two']) {
      await available.fill('staged');
      await page.getByRole('option', { name: new RegExp(name) }).click();
    }
    const staged = dialog.getByRole('group', { name: 'Staged caregivers' });
    await staged.getByRole('button', { name: 'Take back Staged Two' }).waitFor();
    await picture(page, 'caregivers-assign');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Assign caregivers' }).click();
    await toast('Successfully assigned Caregiver to unit.');
    await page.getByText('staged.one@family.example', { exact: true }).waitFor();
    await page.getByText('staged.two@family.example', { exact: true }).waitFor();
  });

  it('have a unique ID that can be copied [P2-M63]', async () => {
    const { UnitSerNum, made } = await aHome('Copied Person');
    const { page, button, toast } = await openCaregivers(UnitSerNum);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button(`Copy the unique ID ${made[0]!.UniqueIdentifier} of Copied Person`).click();
    await toast('Unique ID Copied to Clipboard.');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(made[0]!.UniqueIdentifier);
  });

  it('changed by two people keep what was typed, show what changed, and save what the second one decides', async () => {
    const { UnitSerNum, made, as } = await aHome('Twice Changed');
    const { UserKey, Name, emails } = made[0]!;
    const { page, button, toast, dialog } = await openCaregivers(UnitSerNum);
    await button('Edit the caregiver Twice Changed').click();
    await dialog.getByLabel('Name').fill('Mine');
    await ask(caregivers.assign, {
      UnitSerNum,
      UserKey,
      updateType: 'update',
      seen: { Name, emails },
      entered: { Name: 'Theirs', emails: [...emails, 'theirs@family.example'] },
      as,
    });
    await dialog.getByRole('button', { name: 'Save caregiver' }).click();
    await dialog.getByText(/^Somebody else changed this to “Theirs” meanwhile/).waitFor();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Mine');
    await picture(page, 'caregiver-conflict');
    await dialog.getByRole('button', { name: 'Save caregiver' }).click();
    await toast('Updated Caregiver Information');
    await page.getByText(`${emails[0]}, theirs@family.example`, { exact: true }).waitFor();
    await button('Edit the caregiver Mine').waitFor();
  });

  itInDepth('are not dropped with what was typed', async () => {
    const { UnitSerNum } = await aHome('Kept Person');
    const { page, button, dialog } = await openCaregivers(UnitSerNum);
    await button('Edit the caregiver Kept Person').click();
    await dialog.getByLabel('Name').fill('Typed');
    await page.keyboard.press('Escape');
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Keep|^Stay/ })
      .click();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Typed');
  });

  itInDepth('whose customer somebody else deleted keep what was typed, and say why it is not saved', async () => {
    const { UnitSerNum, customer, as } = await aHome('Edited Person');
    const { page, button, dialog } = await openCaregivers(UnitSerNum);
    await button('Edit the caregiver Edited Person').click();
    await dialog.getByLabel('Name').fill('Typed');
    await ask(caregivers.deleteCustomer, { UnitSerNum, key: customer.CustomerKey, as });
    await dialog.getByRole('button', { name: 'Save caregiver' }).click();
    await page.getByText('The unit has no customer yet. Create its customer first', { exact: true }).first().waitFor();
    await page.getByText('This unit has no customer', { exact: true }).waitFor();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Typed');
  });

  it('are deleted with the customer if they were selected and have no other unit [P2-B62 P2-V21 P2-V22 P2-V23 P2-M56]', async () => {
    const { UnitSerNum, made, as } = await aHome('Goes Away', 'Stays Here', 'Shared Person');
    const other = await aHome();
    const { UserKey } = made[2]!;
    await ask(caregivers.assign, { UnitSerNum: other.UnitSerNum, UserKey, updateType: 'add', as });
    const { page, button, toast, question } = await openCaregivers(UnitSerNum);
    await button('Delete customer').click();
    await question.getByText('Kept, because they look after other units: Shared Person', { exact: true }).waitFor();
    await question.getByText('Goes Away', { exact: true }).click();
    await picture(page, 'caregivers-delete-customer');
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Delete customer' }).click();
    await toast('Successfully deleted customer');
    await page.getByText('This unit has no customer', { exact: true }).waitFor();
    const { available } = await ask(caregivers.list, { id: UnitSerNum, as });
    const names = available.map(({ Name }) => Name);
    expect(names).toEqual(expect.arrayContaining(['Stays Here', 'Shared Person']));
    expect(names).not.toContain('Goes Away');
  });

  it('show that the customer could not be deleted [P2-M09]', async () => {
    const { UnitSerNum, customer, as } = await aHome();
    const { page, button, toast, question } = await openCaregivers(UnitSerNum);
    await button('Delete customer').click();
    await ask(caregivers.deleteCustomer, { UnitSerNum, key: customer.CustomerKey, as });
    await question.getByRole('button', { name: 'Delete customer' }).click();
    await toast('Error deleting customer');
    await page.getByText('This unit has no customer', { exact: true }).waitFor();
  });

  it('are only shown to people who view units', async () => {
    const { UnitSerNum } = await aHome('Only Seen');
    const as = await newPerson({ first: 'Vera', last: 'Viewer', dealer: 22, flags: ['UNIT_VIEW'] });
    const { page, button } = await openCaregivers(UnitSerNum, as);
    await button(/^Copy the unique ID \w+ of Only Seen$/).waitFor();
    expect(
      await page.getByRole('button', { name: /(Edit|Delete|Create) (customer|caregiver)|Assign|Remove/ }).count(),
    ).toBe(0);
    await picture(page, 'caregivers-viewer');
  });
});
