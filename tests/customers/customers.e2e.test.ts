import { describe, expect, it } from 'vitest';
import { caregivers } from '#core/caregivers/contract.ts';
import { customers } from '#core/customers/contract.ts';
import { settleLookups } from '#data/customers/lookups.ts';
import { settleFacets } from '#data/units/settle-facets.ts';
import { changeLook, LOOKS } from '#support/browser.ts';
import { ask, type Input } from '#support/call.ts';
import { aUnit } from '#support/fleet.ts';
import { newPerson, openPage, userNamed } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const ENGINEER = 'engineer@watchkeep.example';
const CLERK = { first: 'Kim', last: 'Clerk', dealer: 220, flags: ['CUSTOMER_EDIT', 'UNIT_EDIT'] as const };
const ADDRESS = { Address1: '12 Willow Lane', City: 'Provo', State: 'UT', Zip: '84601', Country: 'USA' };

const clerk = (...more: ('HIDE_CUSTOMER' | 'ADMIN')[]) => newPerson({ ...CLERK, flags: [...CLERK.flags, ...more] });

async function aCustomer(as: string, fields: Partial<Input<typeof customers.create>> = {}) {
  const user = await userNamed(as);
  const input = { customerType: 0, FirstName: 'Rosa', LastName: 'Willow', ...ADDRESS, ...fields };
  const { myLinkKey } = await ask(customers.create, { ...input, as: user });
  await settleLookups(myLinkKey);
  return { myLinkKey, at: `/customer?myLinkKey=${myLinkKey}&customerType=0`, user };
}

/** A customer with a unit. */
async function withUnit(as: string) {
  const customer = await aCustomer(as);
  const { UnitSerNum } = await aUnit({ dealer: 220, UnitStatus: 5 });
  await ask(customers.assignUnit, { myLinkKey: customer.myLinkKey, UnitSerNum, as: customer.user });
  return { ...customer, UnitSerNum };
}

async function open(as: string, at: string) {
  const page = await openPage({ as, at });
  return {
    page,
    dialog: page.getByRole('dialog'),
    question: page.getByRole('alertdialog'),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    text: (words: string) => page.getByText(words, { exact: true }).first(),
    status: page.getByLabel('Account status', { exact: true }),
  };
}

describe('the customers', () => {
  it('of the type in the address are listed, ten on a page at first [P1-R17 P1-B43 P1-K08]', async () => {
    const { page, text } = await open(ENGINEER, '/customers?customerType=1');
    await page.getByRole('heading', { name: 'Customers', exact: true }).waitFor();
    await text('Canyon View Reception').waitFor();
    expect(await page.getByRole('link', { name: 'Facilities', exact: true }).getAttribute('aria-current')).toBe('page');
    const sizes = page.getByLabel('Rows per page');
    expect(await sizes.inputValue()).toBe('10');
    expect(await sizes.locator('option').allTextContents()).toEqual(['10', '25', '50', '100']);
    for (const [look, its] of Object.entries(LOOKS)) {
      await changeLook(page, its);
      await picture(page, `customers-${look}`);
      await expectAccessible(page);
    }
  });

  it('are found by name, and the address of the page does not name the person', async () => {
    const as = await clerk();
    await aCustomer(as, { FirstName: 'Quentin' });
    const { page, text } = await open(as, '/customers');
    await page.getByLabel('Search customers').fill('quen');
    await text('Quentin Willow').waitFor();
    await picture(page, 'customers-found');
    expect(page.url()).not.toContain('quen');
    await page.getByLabel('Search customers').fill('nobody of this name');
    await text('No customer found').waitFor();
  });

  it('are created with a form, which opens the new one [P1-B44]', async () => {
    const { page, dialog, button, text } = await open(await clerk(), '/customers');
    await button('Create customer').first().click();
    await dialog.getByLabel('First name').fill('Ann');
    await dialog.getByLabel('Last name').fill('Lee');
    await dialog.getByLabel('Cell phone').fill('8015550123');
    await dialog.getByLabel('Street').fill('7 Maple Drive');
    await dialog.getByLabel('City').fill('Orem');
    await dialog.getByLabel('ZIP code').fill('84057');
    await dialog.getByLabel('Country').fill('USA');
    await expectAccessible(page);
    await picture(page, 'customer-new');
    await dialog.getByRole('button', { name: 'Create customer', exact: true }).click();
    await page.getByRole('heading', { name: 'Ann Lee', exact: true }).waitFor();
    await text('Cell (801) 555-0123').waitFor();
  });

  it('that cannot be created say so in the words of the portal [P1-M20]', async () => {
    const { page, dialog, button, text } = await open(await clerk(), '/customers');
    await button('Create customer').first().click();
    for (const [label, value] of Object.entries({
      'First name': 'A',
      'Last name': 'B',
      Street: 'C',
      City: 'D',
      'ZIP code': '1',
      Country: 'USA',
    }))
      await dialog.getByLabel(label).fill(value);
    await page.route('**/api/customer', (route) =>
      route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'No', issues: [] } }),
    );
    await dialog.getByRole('button', { name: 'Create customer', exact: true }).click();
    await text('An error occured and the customer was unable to be created, please try again').waitFor();
  });

  it('are hidden by HIDE_CUSTOMER: the dashboard opens, and no link leads there [P1-A19]', async () => {
    const as = await clerk('HIDE_CUSTOMER');
    const { UnitSerNum, at } = await withUnit(await clerk());
    for (const address of ['/customers?customerType=0', at]) {
      const { page } = await open(as, address);
      await page.waitForURL((url) => url.pathname === '/');
      expect(await page.getByRole('link', { name: 'Customers', exact: true }).count()).toBe(0);
    }
    const { page, text } = await open(as, `/unitManagement/unitEdit?Unit=${UnitSerNum}&tabIndex=5`);
    await text('No caregiver is assigned').waitFor();
    expect(await page.getByText(/12 Willow Lane|Open customer|Edit customer/).count()).toBe(0);
  });
});

describe('the page of a customer', () => {
  it('shows names, addresses, units and caregivers [P1-R18 P1-B47 P1-B50]', async () => {
    const as = await clerk();
    const { at, UnitSerNum, user } = await withUnit(as);
    await ask(caregivers.create, { UnitSerNum, Name: 'Otto Young', emails: ['otto@family.example'], as: user });
    const { page, text } = await open(as, `${at}&UnitSerNum=${UnitSerNum}`);
    await page.getByRole('heading', { name: 'Rosa Willow', exact: true }).waitFor();
    await text('12 Willow Lane, Provo, UT 84601, USA').waitFor();
    await page.getByRole('link', { name: UnitSerNum, exact: true }).waitFor();
    await text('Otto Young').waitFor();
    await page.getByRole('link', { name: `Back to unit ${UnitSerNum}`, exact: true }).waitFor();
    for (const [look, its] of Object.entries(LOOKS)) {
      await changeLook(page, its);
      await picture(page, `customer-${look}`);
      await expectAccessible(page);
    }
  });

  it('changes names and addresses, and keeps the last name [P1-B45 P1-B46 P1-M45]', async () => {
    const as = await clerk();
    const { at } = await aCustomer(as);
    const { dialog, question, button, text } = await open(as, at);
    await button('Delete Rosa Willow').click();
    await text('Must have at least one customer').waitFor();
    await button('Add name').click();
    await dialog.getByLabel('First name').fill('Otto');
    await dialog.getByLabel('Last name').fill('Willow');
    await dialog.getByRole('button', { name: 'Add name', exact: true }).click();
    await button('Edit Otto Willow').click();
    await dialog.getByLabel('Home phone').fill('8015550199');
    await dialog.getByRole('button', { name: 'Save name', exact: true }).click();
    await text('Home (801) 555-0199').waitFor();
    await button('Delete Rosa Willow').click();
    await question.getByRole('button', { name: 'Remove name', exact: true }).click();
    await text('Name removed').waitFor();
    await button('Edit 12 Willow Lane').click();
    await dialog.getByLabel('City').fill('Orem');
    await dialog.getByRole('button', { name: 'Save address', exact: true }).click();
    await text('12 Willow Lane, Orem, UT 84601, USA').waitFor();
  });

  it('says in the words of the portal that a change failed [P1-M21]', async () => {
    const as = await clerk();
    const { at } = await aCustomer(as);
    const { page, button, dialog, text } = await open(as, at);
    await button('Add name').click();
    await dialog.getByLabel('First name').fill('Otto');
    await dialog.getByLabel('Last name').fill('Willow');
    await page.route('**/api/customer/addCustomer', (route) =>
      route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'No', issues: [] } }),
    );
    await dialog.getByRole('button', { name: 'Add name', exact: true }).click();
    await text('Something went wrong, please refresh and try again.').waitFor();
  });

  it('offers unassigned units, and assigns one [P1-B49]', async () => {
    const as = await clerk();
    const { at } = await aCustomer(as);
    const { UnitSerNum } = await aUnit({ dealer: 220, UnitStatus: 5 });
    await settleFacets(UnitSerNum, Date.now());
    const { page, button, dialog, text } = await open(as, at);
    await button('Assign unit').click();
    await dialog.getByLabel('Unassigned units').fill(UnitSerNum);
    await page.getByRole('option', { name: new RegExp(UnitSerNum) }).click();
    await expectAccessible(page);
    await picture(page, 'customer-assign-unit');
    await dialog.getByRole('button', { name: 'Assign unit', exact: true }).click();
    await text(`Unit ${UnitSerNum} assigned`).waitFor();
    await page.getByRole('link', { name: UnitSerNum, exact: true }).waitFor();
  });

  it('asks before it archives; declining leaves the status at active [P1-S01 P1-S02 P1-S03 P1-S04 P1-B48]', async () => {
    const as = await clerk();
    const { at, UnitSerNum } = await withUnit(as);
    const { page, question, status, text } = await open(as, at);
    await status.selectOption('Archived');
    await picture(page, 'customer-archive');
    expect(await question.textContent()).toContain(`The unit ${UnitSerNum} is set free`);
    expect(await question.textContent()).toContain('A wearable forgets its home Wi-Fi.');
    expect(await question.textContent()).toContain('Its reminders are deleted.');
    await question.getByRole('button', { name: 'Cancel', exact: true }).click();
    expect(await status.inputValue()).toBe('23');
    await page.getByRole('link', { name: UnitSerNum, exact: true }).waitFor();
    await status.selectOption('Archived');
    await question.getByRole('button', { name: 'Archive customer', exact: true }).click();
    await text('Customer archived').waitFor();
    await text('This customer has no unit.').waitFor();
    expect(await status.inputValue()).toBe('24');
  });

  it('activates an archived customer without a question [P1-S05]', async () => {
    const as = await clerk();
    const { at, myLinkKey, user } = await aCustomer(as);
    await ask(customers.changeAccountStatus, { myLinkKey, myLinkStatus: 24, as: user });
    const { question, status, text } = await open(as, at);
    await status.selectOption('Active');
    await text('Customer activated').waitFor();
    expect(await question.count()).toBe(0);
  });

  it('exports the data of a person, and erases it after a question', async () => {
    const as = await clerk();
    const { at } = await withUnit(as);
    const { page, question, button, text } = await open(as, at);
    const download = page.waitForEvent('download');
    await button('Export data').click();
    expect((await download).suggestedFilename()).toMatch(/^customer [0-9A-Z]{26}\.json$/);
    await button('Erase data').click();
    await question.getByRole('button', { name: 'Erase data', exact: true }).click();
    await text('The data of the customer was erased').waitFor();
    await page.waitForURL(/\/customers/);
  });

  it('is linked from the page of its unit, with key, serial number and type 0 [P2-B35]', async () => {
    const as = await clerk();
    const { myLinkKey, UnitSerNum } = await withUnit(as);
    const { page } = await open(as, `/unitManagement/unitEdit?Unit=${UnitSerNum}&tabIndex=5`);
    await page.getByRole('link', { name: 'Open customer', exact: true }).click();
    await page.getByRole('heading', { name: 'Rosa Willow', exact: true }).waitFor();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ myLinkKey, UnitSerNum, customerType: '0' });
  });

  it('is found in the palette, unless customers are hidden', async () => {
    const as = await clerk();
    await aCustomer(as, { FirstName: 'Palatine' });
    const search = async (by: string) => {
      const { page } = await open(by, '/');
      await page.getByRole('button', { name: /Account of/ }).waitFor();
      await page.keyboard.press('Control+k');
      const palette = page.getByRole('dialog', { name: 'Search or jump to', exact: true });
      await palette.getByRole('combobox').fill('palatine');
      return { page, palette };
    };
    const { page, palette } = await search(as);
    await palette.getByRole('option', { name: /Palatine Willow/ }).click();
    await page.getByRole('heading', { name: 'Palatine Willow', exact: true }).waitFor();
    const hidden = await search(await clerk('HIDE_CUSTOMER'));
    await hidden.palette.getByText('No results found', { exact: true }).waitFor();
    expect(await hidden.palette.getByRole('option').count()).toBe(0);
  });
});
