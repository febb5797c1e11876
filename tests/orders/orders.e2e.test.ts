import { describe, expect, it } from 'vitest';
import { seededOrderKey } from '#scripts/seed/orders.ts';
import { openPage } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const DEALER = 'dealer@northwind.example';
const ORDER = seededOrderKey('R', 220, 0);

describe('the order screens', () => {
  it('list the orders, with page sizes from 5 to 100 and 10 at first, and by sub-dealer [P1-R21 P1-B59 P1-B60 P1-K09]', async () => {
    const page = await openPage({ as: DEALER, at: '/orderStatus' });
    await page
      .getByText('PO-22-1', { exact: true })
      .or(page.getByText('PO-2202-1', { exact: true }))
      .first()
      .waitFor();
    const sizes = page.getByRole('combobox', { name: /rows/i }).last();
    expect(await sizes.inputValue()).toBe('10');
    expect(await sizes.locator('option').allTextContents()).toEqual(['5', '10', '25', '50', '100']);
    await expectAccessible(page);
    await picture(page, 'order-status');
    await page.goto('/orderStatus?dealer=220');
    await page.getByText('PO-220-1', { exact: true }).waitFor();
    expect(await page.getByText('PO-22-1', { exact: true }).count()).toBe(0);
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
});
