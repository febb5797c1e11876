import { readFileSync } from 'node:fs';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { orders } from '#core/orders/contract.ts';
import { OrderEntity } from '#data/orders/entities.ts';
import { seededOrderKey } from '#scripts/seed/orders.ts';
import { standardProfileKey } from '#scripts/seed/profile-keys.ts';
import { ask } from '#support/call.ts';
import { aUnit } from '#support/fleet.ts';
import { newPerson, openPage, userNamed } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const DEALER = 'dealer@northwind.example';
const ORDER = seededOrderKey('R', 220, 0);
const SHIPPED = seededOrderKey('R', 22, 0);

describe('the order screens', () => {
  it('list the orders, with page sizes from 5 to 100 and 10 at first, and by sub-dealer [P1-R21 P1-B59 P1-B60 P1-K09]', async () => {
    const page = await openPage({ as: DEALER, at: '/orderStatus' });
    await page.getByText('PO-22-3', { exact: true }).waitFor();
    const sizes = page.getByRole('combobox', { name: /rows/i }).last();
    expect(await sizes.inputValue()).toBe('10');
    expect(await sizes.locator('option').allTextContents()).toEqual(['5', '10', '25', '50', '100']);
    await expectAccessible(page);
    await picture(page, 'order-status');
    const filter = page.getByRole('combobox', { name: 'Sub-dealer', exact: true });
    expect(await filter.getAttribute('placeholder')).toBe('All dealers');
    expect(await filter.inputValue()).toBe('');
    await filter.fill('Oregon');
    await page.getByRole('option', { name: /^Northwind Oregon/ }).click();
    await page.getByText('PO-22-3', { exact: true }).waitFor({ state: 'detached' });
    await page.getByText('PO-220-3', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('PO-220-3', { exact: true }).waitFor();
    expect(await page.getByText('PO-22-3', { exact: true }).count()).toBe(0);
  });

  it('show an order with its items and its location, and lead to its units [P1-R22 P1-R23 P1-B61 P1-B62 P1-B63 P1-B64]', async () => {
    const page = await openPage({ as: DEALER, at: `/orderStatus/details?orderKey=${ORDER}&dk=220` });
    await page.getByText('PO-220-1', { exact: true }).waitFor();
    await page.getByText('77 Dock Street', { exact: true }).waitFor();
    await page.getByText('0001 to 0025', { exact: true }).waitFor();
    await expectAccessible(page);
    await picture(page, 'order-details');
    await page.getByRole('link', { name: 'Shipping details of item 1', exact: true }).click();
    await page.getByText('0025', { exact: true }).waitFor();
    await expectAccessible(page);
    await picture(page, 'order-shipping-details');
  });

  it("have units allotted, and offer 'make Verizon' with a question for their MXD-LTE items [P1-B67 P1-B68 P1-B70]", async () => {
    const { UnitSerNum } = await aUnit({ dealer: 1, UnitModel: 'MXD-LTE', UnitStatus: 11, UnitLineID: '', UnitID: '' });
    const stranger = await aUnit({ dealer: 49, UnitLineID: 'N220', UnitID: '0001' });
    const holder = await aUnit({ dealer: 220, UnitLineID: 'N220', UnitID: '0003' });
    const page = await openPage({
      as: 'engineer@watchkeep.example',
      at: `/orderStatus/details?orderKey=${ORDER}&dk=220`,
    });
    await page.getByRole('button', { name: 'Allot units to item 1', exact: true }).click();
    const allot = page.getByRole('dialog', { name: /^Allot units to item 1 of order/ });
    const units = { name: 'units.csv', mimeType: 'text/csv', buffer: Buffer.from(`UnitSerNum\n${UnitSerNum}`) };
    const typed = allot.getByRole('textbox', { name: 'Serial numbers' });
    await typed.fill('ZZZZZZ');
    await allot.locator('input[type=file]').setInputFiles(units);
    await expect.poll(() => typed.inputValue()).toBe(`ZZZZZZ\n${UnitSerNum}`);
    await allot.getByRole('button', { name: 'Check', exact: true }).click();
    await allot.getByText('1 unit can be allotted, 1 unit refused', { exact: true }).waitFor();
    await allot.getByText('ZZZZZZ: There is no such unit', { exact: true }).waitFor();
    await expectAccessible(page);
    await picture(page, 'order-allot');
    await allot.getByRole('button', { name: 'Allot units', exact: true }).click();
    await allot.getByText('1 unit allotted, 1 unit refused', { exact: true }).waitFor();
    const words = `The unit ${stranger.UnitSerNum} of another dealer has the same unit ID. Give that unit another one`;
    await allot.getByText(`${UnitSerNum}: ${words}`, { exact: true }).waitFor();
    await expect.poll(() => typed.inputValue(), { message: 'the refused unit is left' }).toBe('ZZZZZZ');
    const replaceTaken = async () => {
      await allot.getByRole('button', { name: 'Replace taken unit IDs', exact: true }).click();
      const question = page.getByRole('alertdialog', { name: 'Replace the taken unit IDs of item 1?', exact: true });
      await question.getByRole('button', { name: 'Replace unit IDs', exact: true }).click();
    };
    await replaceTaken();
    const replaced = await allot.getByRole('list', { name: 'Replaced unit IDs', exact: true }).textContent();
    expect(replaced).toMatch(/^Unit 3 gets \d{4}: the unit /);
    expect(replaced).toContain(`the unit ${holder.UnitSerNum} has 0003`);
    await expectAccessible(page);
    await picture(page, 'order-replaced-unit-ids');
    await replaceTaken();
    await allot.getByText('No unit ID of this item is taken', { exact: true }).waitFor();
    await allot.getByRole('button', { name: 'Close', exact: true }).last().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard', exact: true }).click();
    await page.getByText(/^Unit 3: \d{4}$/).waitFor();
    await page.getByRole('link', { name: 'Shipping details of item 1', exact: true }).click();
    await page.getByRole('button', { name: `Take out ${UnitSerNum}`, exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Back to the order', exact: true }).click();
    await page.getByRole('button', { name: 'make Verizon', exact: true }).first().click();
    const dialog = page.getByRole('dialog', { name: /^Make the units of order \d+ Verizon\?$/ });
    await dialog.getByRole('checkbox', { name: 'Deactivate the old SIMs', exact: true }).press('Space');
    await expectAccessible(page);
    await picture(page, 'order-make-verizon');
    const [sent] = await Promise.all([
      page.waitForRequest('**/api/unitSim/massActivation'),
      page.getByText('The activation of 1 unit has started', { exact: true }).waitFor(),
      page.waitForURL(/bulkChangeStatus/),
      dialog.getByRole('button', { name: 'make Verizon', exact: true }).click(),
    ]);
    expect(sent.postDataJSON()).toEqual({ orderKeySudo: ORDER, deactivateOldSim: true });
    await page.getByText('Activate the Verizon SIMs, deactivate the others', { exact: true }).first().waitFor();
    await page.goto(`/orderStatus/shippingDetails?orderKey=${ORDER}&orderItem=1`);
    await page.getByRole('button', { name: `Take out ${UnitSerNum}`, exact: true }).click();
    await Promise.all([
      page.getByText(`${UnitSerNum} is back in stock`, { exact: true }).waitFor(),
      page.getByRole('alertdialog').getByRole('button', { name: 'Take out', exact: true }).click(),
    ]);
    await page.getByRole('button', { name: `Take out ${UnitSerNum}`, exact: true }).waitFor({ state: 'detached' });
  });

  it('have their shipments recorded, corrected and withdrawn, and show them to the dealer', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 1, UnitModel: 'MXD-LTE', UnitStatus: 11, UnitLineID: '', UnitID: '' });
    const engineer = 'engineer@watchkeep.example';
    const page = await openPage({ as: engineer, at: `/orderStatus/details?orderKey=${SHIPPED}` });
    await page
      .getByText('No allotted unit waits for its shipment. Allot units to the order first.', { exact: true })
      .waitFor();
    expect(await page.getByRole('button', { name: /^Ship \d/ }).count()).toBe(0);
    await ask(orders.allotUnits, {
      ...{ orderKey: SHIPPED, orderItem: 1, serialNumbers: [UnitSerNum], as: await userNamed(engineer) },
    });
    await page.reload();
    await page.getByRole('button', { name: 'Ship 1 unit', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /^Ship units of order \d+$/ });
    await dialog.getByText('1 unit: all that are allotted and have not shipped', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Record shipment', exact: true }).click();
    await dialog.getByText('The carrier is missing', { exact: true }).waitFor();
    await dialog.getByRole('combobox', { name: 'Carrier' }).selectOption('UPS');
    await dialog.getByRole('textbox', { name: 'Tracking number' }).fill('1Z999');
    await expectAccessible(page);
    await picture(page, 'order-ship');
    await Promise.all([
      page.getByText('Shipment recorded', { exact: true }).waitFor(),
      dialog.getByRole('button', { name: 'Record shipment', exact: true }).click(),
    ]);
    await page
      .getByText('All allotted units have shipped. Allot the other units of the order to ship them.', { exact: true })
      .waitFor();
    const shipments = page.getByRole('list', { name: 'Shipments', exact: true });
    expect(await shipments.getByRole('link', { name: '1Z999', exact: true }).getAttribute('href')).toBe(
      'https://www.ups.com/track?tracknum=1Z999',
    );
    await expectAccessible(page);
    await shipments.scrollIntoViewIfNeeded();
    await picture(page, 'order-shipments');
    await shipments.getByRole('button', { name: 'Correct the shipment 1Z999', exact: true }).click();
    const correction = page.getByRole('dialog', { name: 'Correct a shipment', exact: true });
    await correction.getByRole('textbox', { name: 'Tracking number' }).fill('1Z888');
    await Promise.all([
      page.getByText('Shipment corrected', { exact: true }).waitFor(),
      correction.getByRole('button', { name: 'Save', exact: true }).click(),
    ]);
    await shipments.getByRole('link', { name: '1Z888', exact: true }).waitFor();

    const other = await openPage({ as: DEALER, at: `/orderStatus/shippingDetails?orderKey=${SHIPPED}&orderItem=1` });
    await other.getByRole('link', { name: '1Z888', exact: true }).waitFor();
    await picture(other, 'order-shipped-units');
    await page.goto(`/orderStatus/shippingDetails?orderKey=${SHIPPED}&orderItem=1`);
    await page.getByRole('button', { name: `Take out ${UnitSerNum}`, exact: true }).press('Enter');
    await page.getByText('The unit has shipped. Withdraw its shipment first', { exact: true }).waitFor();
    await page.goto('/orderStatus?show=waiting');
    await page.getByText('Partly shipped', { exact: true }).first().waitFor();
    await expectAccessible(page);
    await picture(page, 'orders-waiting');

    const { data } = await OrderEntity.get({ orderKey: SHIPPED }).go({ consistent: true });
    const [recorded] = data!.shipments!;
    const none = { ...recorded!, trackingNumber: '', places: [] };
    await OrderEntity.patch({ orderKey: SHIPPED })
      .set({ shipments: [recorded!, ...Array(490).fill(none)] })
      .go();
    await page.goto(`/orderStatus/details?orderKey=${SHIPPED}`);
    const told = 'This order has room for about 9 more shipments. Ship as many of its units at once as you can.';
    await page.getByText(told, { exact: true }).waitFor();
    await OrderEntity.patch({ orderKey: SHIPPED })
      .set({ shipments: [recorded!], items: data!.items.map((item) => ({ ...item, orderItemQuantity: 1 })) })
      .go();
    await page.reload();
    await page.getByText('Shipped', { exact: true }).waitFor();
    expect(await page.getByText(/^(No|All) allotted/).count()).toBe(0);
    await page.getByRole('button', { name: 'Withdraw the shipment 1Z888', exact: true }).click();
    await Promise.all([
      page.getByText('Shipment withdrawn', { exact: true }).waitFor(),
      page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw', exact: true }).click(),
    ]);
    await page.getByText('No unit has shipped yet.', { exact: true }).waitFor();
  });

  it('offer the units as CSV, and their UDI on request [P1-B65 P1-B66]', async () => {
    const as = await newPerson({ first: 'Uma', last: 'Udi', dealer: 22, flags: ['ORDERS'] });
    const user = await userNamed(as);
    const { version } = await ask(orders.addOrder, {
      ...{ profile: standardProfileKey('MXD-LTE', 'Standard'), orderItemQuantity: 2, LineID: 'CSV', label: 'Default' },
      ...{ serviceStandardSelected: 'AT&T', UnitIDOptions: 'Default', version: 0 },
      ...{ fileName: 'udi.csv', fileUDIArray: ['+H99', '(01)0086'], as: user },
    });
    const { shippingKey } = await ask(orders.addLocation, {
      ...{ attention: 'Desk', address1: '1 Csv Road', city: 'Salem', zipCode: '97301', country: 'USA', as: user },
    });
    const { orderKey, OrderNumber } = await ask(orders.submit, { version, shippingKey, as: user });
    const page = await openPage({ as, at: `/orderStatus/details?orderKey=${orderKey}&dk=22` });
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV', exact: true }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe(`order-${OrderNumber}.csv`);
    expect(readFileSync(await file.path(), 'utf8').split('\r\n')).toEqual([
      '\uFEFF"Item","Product","Profile","Label","Unit","Line ID","Unit ID","Serial number","UDI","Shipped on","Carrier","Tracking number"',
      `"1","MXD-LTE","MXD-LTE Standard","Default","1","CSV","0001","","'+H99","","",""`,
      '"1","MXD-LTE","MXD-LTE Standard","Default","2","CSV","0002","","(01)0086","","",""',
    ]);
    await page.getByRole('link', { name: 'Shipping details of item 1', exact: true }).click();
    await page.getByText('0002', { exact: true }).waitFor();
    expect(await page.getByText('(01)0086', { exact: true }).count()).toBe(0);
    await page.getByText('Show UDI', { exact: true }).click();
    await page.getByText('(01)0086', { exact: true }).waitFor();
  });

  it.each([7, 91])('print the unit ID labels of myConnect for dealer %i [P1-A24]', async (dealer) => {
    const as = await newPerson({ first: 'Lea', last: 'Label', dealer, flags: ['ORDERS'] });
    const user = await userNamed(as);
    const item = {
      ...{ orderItemQuantity: 2, LineID: `L${dealer}`, label: 'Default' as const, as: user },
      ...{ UnitIDOptions: 'Default' as const, serviceStandardSelected: 'AT&T' as const },
    };
    const [labelled, other] = [standardProfileKey('myConnect', 'Standard'), standardProfileKey('MXD-LTE', 'Standard')];
    const { version } = await ask(orders.addOrder, { ...item, profile: labelled, version: 0 });
    const draft = await ask(orders.addOrder, { ...item, profile: other, version });
    const { shippingKey } = await ask(orders.addLocation, {
      ...{ attention: 'Desk', address1: '1 Label Road', city: 'Salem', zipCode: '97301', country: 'USA', as: user },
    });
    const { orderKey, OrderNumber } = await ask(orders.submit, { version: draft.version, shippingKey, as: user });
    const page = await openPage({ as, at: `/orderStatus/details?orderKey=${orderKey}&dk=${dealer}` });
    page.setDefaultTimeout(15_000);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Print unit ID labels of item 1', exact: true }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe(`order-${OrderNumber}-item-1-labels.pdf`);
    const pdf = await PDFDocument.load(readFileSync(await file.path()));
    expect([pdf.getPageCount(), pdf.getTitle()]).toEqual([1, 'Unit ID labels']);
    expect(await page.getByRole('button', { name: 'Print unit ID labels of item 2', exact: true }).count()).toBe(0);
    await expectAccessible(page);
    await picture(page, 'order-with-labels');
  });
});
