import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { orders } from '#core/orders/contract.ts';
import { standardProfileKey } from '#scripts/seed/profile-keys.ts';
import { changeLook, LOOKS } from '#support/browser.ts';
import { ask } from '#support/call.ts';
import { itInDepth } from '#support/depth.ts';
import { newPerson, openPage, userNamed } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

let lines = 0;
const aLine = () => `W${lines++}`;
const anOrderer = (dealer = 22) => newPerson({ first: 'Ola', last: 'Orders', dealer, flags: ['ORDERS'] });

async function anItem(as: string, changed: object = {}) {
  const user = await userNamed(as);
  const { version } = await ask(orders.draft, { as: user });
  return ask(orders.addOrder, {
    ...{ profile: standardProfileKey('MXD-LTE', 'Standard'), orderItemQuantity: 3, LineID: aLine(), label: 'Default' },
    ...{ serviceStandardSelected: 'AT&T', UnitIDOptions: 'Default', version, ...changed },
    as: user,
  });
}

async function open(as: string, at = '/newOrder') {
  const page = await openPage({ as, at });
  page.setDefaultTimeout(8_000);
  return {
    page,
    dialog: page.getByRole('dialog'),
    question: page.getByRole('alertdialog'),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
  };
}

async function pictures(page: Page, name: string) {
  for (const [look, its] of Object.entries(LOOKS)) {
    await changeLook(page, its);
    await picture(page, `${name}-${look}`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

const file = (name: string, content: string | Buffer) => ({
  ...{ name, mimeType: 'text/csv', buffer: Buffer.from(content as string) },
});
const udiRows = (count: number) =>
  ['UDI', ...Array.from({ length: count }, (_, index) => `(01)0085${index}`)].join('\n');

describe('the new order', () => {
  it('takes an item with its file, keeps it over a reload, changes and deletes it [P1-R19 P1-B51 P1-B52 P1-B53 P1-B54]', async () => {
    const as = await anOrderer();
    const { page, dialog, question, button } = await open(as, '/newOrder?order=7');
    const LineID = aLine();
    await button('Add item').click();
    await dialog.getByRole('combobox', { name: 'Profile' }).fill('Standard');
    await page.getByRole('listbox').getByRole('option').first().click();
    await dialog.locator('[name=orderItemQuantity]').fill('3');
    await dialog.locator('[name=LineID]').fill(LineID);
    await dialog.getByText(/Unit IDs 0001 to 0003\./).waitFor();
    await dialog.locator('[name=label]').selectOption('No Unit ID Dash');
    await dialog.locator('[name=transmitter1]').fill('Pendant');
    await dialog.locator('[name=transmitter2]').fill('Belt clip');
    await dialog.locator('[name=serviceStandardSelected]').selectOption('Verizon');
    expect(await dialog.locator('[name=UnitIDOptions]').locator('option').allTextContents()).toEqual([
      'Default',
      "No Unit ID's",
      'Use Serial Number',
    ]);
    await dialog.locator('input[type=file]').setInputFiles(file('udi.csv', udiRows(3)));
    await dialog.getByText('udi.csv, 3 rows', { exact: true }).waitFor();
    await expectAccessible(page);
    await pictures(page, 'new-order-item');
    await dialog.getByRole('button', { name: 'Add item', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.reload();
    await page
      .getByText(
        `MXD-LTE Standard · Line ${LineID}, unit IDs 0001 to 0003 · Label: No Unit ID Dash · Pendant, Belt clip · Verizon · udi.csv`,
        { exact: true },
      )
      .waitFor();
    await pictures(page, 'new-order');
    await expectAccessible(page);

    await button('Edit item 1').click();
    await dialog.locator('[name=startingUnitID]').fill('21');
    await button('Save item').click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(/unit IDs 0021 to 0023 .* udi\.csv/).waitFor();

    await button('Delete item 1').click();
    await question.getByRole('button', { name: 'Delete item', exact: true }).click();
    await page.getByText('No item yet', { exact: true }).waitFor();
  });

  it('accepts a CSV file with a column UDI only, and drops it when the quantity changes [P1-V28]', async () => {
    const { page, dialog, button } = await open(await anOrderer());
    await button('Add item').click();
    await dialog.locator('[name=orderItemQuantity]').fill('2');
    const wrong: [string, string | Buffer, string][] = [
      ['udi.xlsx', udiRows(2), 'Only CSV files supported'],
      ['none.csv', 'Serial\nA\nB', 'The file must have a column UDI'],
      ['many.csv', udiRows(10_001), 'Can only upload up to 10000 at a time.'],
      ['three.csv', udiRows(3), 'Rows in file do not match order quantity.'],
      ['utf16.csv', Buffer.from(`\uFEFF${udiRows(2)}`, 'utf16le'), 'File Type not recognized'],
      ['formula.csv', 'UDI\nA1\n=cmd()', 'Line 3 has no valid UDI'],
      ['newline.csv', 'UDI\n"A\n1"\nA2', 'Line 2 has no valid UDI'],
    ];
    for (const [name, content, words] of wrong) {
      await dialog.locator('input[type=file]').setInputFiles(file(name, content));
      await dialog.getByText(words, { exact: true }).waitFor();
    }
    await dialog.locator('input[type=file]').setInputFiles(file('bom.csv', `\uFEFF${udiRows(2)}`));
    await dialog.getByText('bom.csv, 2 rows', { exact: true }).waitFor();
    await dialog.locator('[name=orderItemQuantity]').fill('4');
    await dialog.getByText('Rows in file do not match order quantity.', { exact: true }).waitFor();
    expect(await page.getByText('bom.csv, 2 rows', { exact: true }).count()).toBe(0);
  });

  itInDepth('asks dealer 49 for the file of an MXD-LTE item', async () => {
    const { page, dialog, button } = await open(await anOrderer(49));
    await button('Add item').click();
    await dialog.getByRole('combobox', { name: 'Profile' }).fill('Standard');
    await page.getByRole('listbox').getByRole('option').first().click();
    await dialog.locator('[name=orderItemQuantity]').fill('2');
    await dialog.locator('[name=LineID]').fill(aLine());
    await dialog.getByRole('button', { name: 'Add item', exact: true }).click();
    await dialog.getByText('Must choose file.', { exact: true }).waitFor();
  });

  itInDepth('offers the largest quantity that a line has left', async () => {
    const { page, dialog, button } = await open(await anOrderer());
    await button('Add item').click();
    await dialog.getByRole('combobox', { name: 'Profile' }).fill('Standard');
    await page.getByRole('listbox').getByRole('option').first().click();
    await dialog.locator('[name=orderItemQuantity]').fill('50');
    await dialog.locator('[name=LineID]').fill(aLine());
    await dialog.locator('[name=startingUnitID]').fill('9990');
    await button('Change the quantity to 10').click();
    await dialog.getByText(/Unit IDs 9990 to 9999\./).waitFor();
    expect(await dialog.locator('[name=orderItemQuantity]').inputValue()).toBe('10');
  });

  it('says what failed [P1-M14 P1-M15 P1-M16]', async () => {
    const as = await anOrderer();
    await anItem(as);
    const { page, dialog, question, button } = await open(as);
    await page.route('**/api/order/*Item', (route) => route.abort());
    await button('Delete item 1').click();
    await question.getByRole('button', { name: 'Delete item', exact: true }).click();
    await page.getByText('Error deleting item', { exact: true }).first().waitFor();
    await page.route('**/api/order/addOrder', (route) => route.abort());
    await button('Add item').click();
    await dialog.getByRole('combobox', { name: 'Profile' }).fill('Standard');
    await page.getByRole('listbox').getByRole('option').first().click();
    await dialog.locator('[name=orderItemQuantity]').fill('1');
    await dialog.locator('[name=LineID]').fill(aLine());
    await dialog.getByRole('button', { name: 'Add item', exact: true }).click();
    await page.getByText('Error creating order.', { exact: true }).first().waitFor();
    await page.route('**/api/order/getDealerInfo', (route) => route.abort());
    const other = await open(await anOrderer(), '/userSettings');
    await other.page.route('**/api/order/getDealerInfo', (route) => route.abort());
    await other.page.goto('/newOrder');
    await other.page.getByText('Error getting dealer info.', { exact: true }).first().waitFor();
  });
});

describe('finalizing the order', () => {
  it('takes details and an added address, submits, and returns to the new order [P1-R20 P1-B55 P1-B57 P1-B58 P1-S18]', async () => {
    const as = await anOrderer();
    await anItem(as);
    const { page, dialog, button } = await open(as);
    await page.getByRole('link', { name: 'Finalize order', exact: true }).click();
    await page.waitForURL('**/newOrder/finalize');
    await button('Add address').click();
    await dialog.getByLabel('Attention to').fill('Receiving');
    await dialog.locator('[name=address1]').fill(`${aLine()} Pier Road`);
    await dialog.locator('[name=city]').fill('Salem');
    await dialog.locator('[name=zipCode]').fill('97301');
    expect(await dialog.locator('[name=country]').inputValue()).toBe('United States');
    await dialog.locator('[name=country]').fill('USA');
    await page.route('**/api/order/addLocation', (route) => route.abort());
    await dialog.getByRole('button', { name: 'Add address', exact: true }).click();
    await page.getByText('Something went wrong please try again.', { exact: true }).first().waitFor();
    await page.unroute('**/api/order/addLocation');
    await dialog.getByRole('button', { name: 'Add address', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.locator('[name=transmitterQty]').inputValue()).toBe('1');
    await page.locator('[name=transmitterQty]').fill('2');
    await page.getByText('Transmitter kit default', { exact: true }).click();
    await page.locator('[name=privateLabel]').fill('Maple');
    await page.locator('[name=orderNotes]').fill('Ring twice');
    await page.locator('[name=dealerPO]').fill('PO-77');
    await page.locator('[name=requestedShipDate]').fill('01/05/2030');
    await page.keyboard.press('Tab');
    await button('Keep for later').click();
    await page.getByText('Order kept', { exact: true }).waitFor();
    await page.reload();
    await page.locator('[name=dealerPO]').waitFor();
    expect(await page.locator('[name=dealerPO]').inputValue()).toBe('PO-77');
    await expectAccessible(page);
    await pictures(page, 'finalize-order');
    await button('Submit order').click();
    await page.waitForURL('**/newOrder');
    await page.getByText('No item yet', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Show order', exact: true }).click();
    await page.waitForURL('**/orderStatus/details?*');
    const { items } = await ask(orders.allOrders, { as: await userNamed(as), pageSize: 1000 });
    const { orderKey } = items.find(({ dealerPO }) => dealerPO === 'PO-77')!;
    expect(new URL(page.url()).searchParams.get('orderKey')).toBe(orderKey);
    expect(await ask(orders.get, { orderKey, as: await userNamed(as) })).toMatchObject({
      details: {
        ...{ transmitterQty: 2, transmitterKitDefault: false, privateLabel: 'Maple', orderNotes: 'Ring twice' },
        ...{ dealerPO: 'PO-77', requestedShipDate: '2030-01-05' },
      },
      shippingLocation: { attention: 'Receiving', city: 'Salem', zipCode: '97301', country: 'USA' },
    });
  });

  it('takes a known location, and keeps the order if it cannot be submitted [P1-R20 P1-B56 P1-M17 P1-M18]', async () => {
    const as = await anOrderer();
    await anItem(as);
    const address1 = `${aLine()} Mill Street`;
    const known = { attention: 'Depot', address1, city: 'Bend', zipCode: '97701', country: 'USA' };
    await ask(orders.addLocation, { ...known, as: await userNamed(as) });
    const { page, dialog, button } = await open(as, '/newOrder/finalize?order=7');
    await page.route('**/api/order/addLocation', (route) => route.abort());
    await button('Add address').click();
    for (const [label, value] of Object.entries({ attention: 'A', city: 'B', zipCode: '1', country: 'C' }))
      await dialog.locator(`[name=${label}]`).fill(value);
    await dialog.locator('[name=address1]').fill('D');
    await dialog.getByRole('button', { name: 'Add address', exact: true }).click();
    await page.getByText('Something went wrong please try again.', { exact: true }).first().waitFor();
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard', exact: true }).click();
    await page.locator('[name=shippingKey]').selectOption({ label: `Depot, ${address1}, Bend` });
    await page.route('**/api/order/submit', (route) => route.abort());
    await button('Submit order').click();
    await page.getByText('An error occurred. Please try again.', { exact: true }).first().waitFor();
    await page.unroute('**/api/order/submit');
    await button('Submit order').click();
    await page.waitForURL('**/newOrder');
    const { items } = await ask(orders.allOrders, { as: await userNamed(as), pageSize: 1000 });
    const mine = await Promise.all(
      items
        .filter(({ DealerKey }) => DealerKey === 22)
        .slice(0, 5)
        .map(async ({ orderKey }) => ask(orders.get, { orderKey, as: await userNamed(as) })),
    );
    expect(mine.map(({ shippingLocation }) => shippingLocation.address1)).toContain(address1);
  });
});
