import { describe, expect, it } from 'vitest';
import type { auth } from '#core/auth/contract.ts';
import { users } from '#core/users/contract.ts';
import { LOOKS } from '#support/browser.ts';
import { ask } from '#support/call.ts';
import { itInDepth } from '#support/depth.ts';
import { newPerson, openPage, userNamed } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';
import type { Output } from '#web/lib/api/api.ts';
import { paths } from '#web/lib/page/paths.ts';
import { expectFits } from '../app/expect-fits.ts';
import { ADMINISTRATOR, find, findNew, NORTHWIND, openUsers, rowOf, stamp } from './users-page.ts';

const PHONE_WIDTH = LOOKS.phone.viewport!.width;

/** Keys that no record has, and keys that no record can have. */
const MISSING = [
  ['customer', '/customer?myLinkKey=nope'],
  ['order', '/orderStatus/details?orderKey=nope'],
  ['order item', '/orderStatus/shippingDetails?orderKey=nope&orderItem=1'],
  ['profile', '/profiles/editProfile?profile=nope'],
  ['profile', '/profiles/editProfile?profile=999999'],
  ['bulk action', '/reports/bulkChangeStatus/detail?id=nope'],
] as const;

describe('the page of a user', () => {
  it('has an address, shows who they are and what they may do, and changes them', async () => {
    const page = await openUsers();
    const name = await newPerson({ first: 'Paula', last: 'Page', flags: ['UNIT', 'CUSTOMER'] });
    const { UserKey } = await userNamed(name);
    await find(page, name);
    await rowOf(page, name).getByRole('link', { name }).click();
    await page.waitForURL(`/admin/UserManagement/user?UserKey=${UserKey}`);
    await page.getByRole('heading', { name: 'Paula Page' }).waitFor();
    const units = page.getByRole('region', { name: 'Units' });
    await units.getByText('Find units, see their state, SIMs, pings and reminders.', { exact: true }).waitFor();
    expect(await page.getByText('Change units', { exact: true }).count()).toBe(0);
    await expectAccessible(page);
    await picture(page, 'user');
    await page.getByRole('button', { name: 'Edit user' }).click();
    const dialog = page.getByRole('dialog', { name: /^Edit/ });
    await dialog.getByLabel('Last name').fill('Pager');
    await dialog.getByRole('button', { name: 'Save user' }).click();
    await page.getByRole('heading', { name: 'Paula Pager' }).waitFor();
  });

  it('opens the list after a deletion, and says so of a user whom somebody else deleted', async () => {
    const page = await openUsers();
    const mine = await newPerson({ first: 'Dora', last: 'Deleted' });
    const theirs = await newPerson({ first: 'Gone', last: 'Meanwhile' });
    const open = async (name: string) =>
      page.goto(`/admin/UserManagement/user?UserKey=${(await userNamed(name)).UserKey}`);
    await open(mine);
    await page.getByRole('heading', { name: 'Dora Deleted' }).waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete user' }).click();
    await page.waitForURL((url) => url.pathname === '/admin/UserManagement');

    await open(theirs);
    await page.getByRole('heading', { name: 'Gone Meanwhile' }).waitFor();
    await ask(users.remove, { id: (await userNamed(theirs)).UserKey, as: await userNamed(ADMINISTRATOR) });
    // Data that was just read is not read again.
    await page.waitForTimeout(2_500);
    await page.evaluate("window.dispatchEvent(new Event('offline')), window.dispatchEvent(new Event('online'))");
    await page.getByText('This user does not exist', { exact: true }).waitFor();
    expect(await page.getByText('Enabled', { exact: true }).count()).toBe(0);
  });

  itInDepth('shows a long name beside the way back to the list, and cuts it off', async () => {
    const page = await openUsers();
    const name = await newPerson({ first: 'Maximiliane'.repeat(5), last: 'Wolfeschlegel'.repeat(4) });
    const { UserKey } = await userNamed(name);
    await page.goto(`/admin/UserManagement/user?UserKey=${UserKey}`);
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
    const shown = crumbs.locator('li', { hasText: 'Maximiliane' });
    await shown.waitFor();
    const list = await crumbs.getByRole('link', { name: 'Users' }).boundingBox();
    expect(list!.width).toBeGreaterThan(30);
    const { right, isCut } = await shown.evaluate((one) => ({
      right: one.getBoundingClientRect().right,
      isCut: one.scrollWidth > one.clientWidth,
    }));
    const { x, width } = (await crumbs.boundingBox())!;
    expect([isCut, right <= x + width]).toEqual([true, true]);
  });

  it('says of a user of another dealer, and of any record that does not exist, that there is none, with a way back', async () => {
    const page = await openUsers();
    const { UserKey } = await userNamed('viewer@cedar.example');
    await page.goto(`/admin/UserManagement/user?UserKey=${UserKey}`);
    const saysMissing = async (noun: string) => {
      await page.getByRole('alert').getByText(`This ${noun} does not exist`, { exact: true }).waitFor();
      await page
        .getByRole('main')
        .getByRole('link', { name: `All ${noun === 'order item' ? 'order' : noun}s` })
        .waitFor();
    };
    await saysMissing('user');
    for (const [noun, address] of MISSING) {
      await page.goto(address);
      await saysMissing(noun);
    }
    await page.goto('/admin/UserManagement/user');
    await page.waitForURL('/admin/UserManagement');
  });
});

describe('the access of a new user', () => {
  itInDepth('starts from a role or another user, as far as the administrator can give it', async () => {
    const page = await openUsers();
    const model = await findNew(page, { first: `Mod${stamp}`, last: 'Ell' });
    await page.getByRole('button', { name: 'Create user' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Create user' });
    const on = () => dialog.getByRole('switch', { checked: true }).count();
    expect(await on()).toBe(0);
    await dialog.getByLabel('Start from').selectOption({ label: 'Viewer: looks, and changes nothing' });
    expect(await on()).toBe(5);
    await dialog.getByLabel('Start from').selectOption({ label: 'Engineer: staff with the tools of engineers' });
    await dialog.getByText(/^Left out, because you do not have it yourself: .*Engineer/).waitFor();
    await expectAccessible(page);
    await picture(page, 'users-create-role');
    await dialog.getByLabel('Start from').selectOption({ label: 'Copy the access of another user' });
    expect(await on()).toBe(0);
    await dialog.getByRole('combobox', { name: 'User to copy from' }).fill(model);
    await dialog.getByRole('option', { name: new RegExp(`^Mod${stamp} Ell`) }).click();
    expect(await on()).toBe(0);
    await dialog.getByRole('combobox', { name: 'User to copy from' }).fill(NORTHWIND);
    await dialog.getByRole('option', { name: new RegExp(NORTHWIND) }).click();
    await expect.poll(on).toBeGreaterThan(10);
  });

  itInDepth('is given at a dealer that the administrator of all dealers chooses', async () => {
    const page = await openUsers(ADMINISTRATOR);
    await page.getByRole('button', { name: 'Create user' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Create user' });
    await dialog.getByLabel('First name').fill('Dora');
    await dialog.getByLabel('Last name').fill('Dale');
    await dialog.getByLabel(/^E-mail/).fill(`dora-${stamp}@northwind.example`);
    await dialog.getByRole('button', { name: 'Create user' }).click();
    await dialog.getByText('Choose the dealer of the user', { exact: true }).waitFor();
    await dialog.getByRole('combobox', { name: 'Dealer' }).fill('Oregon');
    await dialog.getByRole('option', { name: /^Northwind Oregon/ }).click();
    await dialog.getByRole('button', { name: 'Create user' }).click();
    await page.getByText('User created', { exact: true }).first().waitFor();
    expect(await userNamed(`dora-${stamp}@northwind.example`)).toMatchObject({ DealerKey: 220 });
  });

  itInDepth('shows a long name whole on a phone, in the list too', async () => {
    const long = `Wolfe${'schlegelstein'.repeat(4)}`;
    const name = await newPerson({ first: long, last: long, flags: [] });
    const page = await openPage({ as: ADMINISTRATOR, at: paths.users({ q: name }), look: LOOKS.phone });
    const link = page.getByRole('link', { name, exact: true });
    await link.waitFor();
    const card = page.getByRole('listitem').filter({ has: link });
    const [ofName, ofState] = [
      (await link.boundingBox())!,
      (await card.getByText('Enabled', { exact: true }).boundingBox())!,
    ];
    expect(ofName.x + ofName.width).toBeLessThanOrEqual(ofState.x);
    await link.click();
    const heading = page.getByRole('heading', { level: 1 });
    await page.getByRole('button', { name: 'Edit user' }).waitFor();
    const { x, width } = (await heading.boundingBox())!;
    expect(x + width).toBeLessThanOrEqual(PHONE_WIDTH);
    await expectFits(page);
    await picture(page, 'user-long-name-phone');
  });

  itInDepth('shows a long name of a dealer whole below the heading', async () => {
    const page = await openPage({ as: ADMINISTRATOR, look: LOOKS.phone });
    const DealerName = 'Wolfeschlegelstein'.repeat(5);
    await page.route('**/api/role/access', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as Output<typeof auth.access>;
      await route.fulfill({ response, json: { ...body, user: { ...body.user, dealerName: DealerName } } });
    });
    await page.goto('/');
    const description = page.getByText(DealerName, { exact: true });
    const { x, width } = (await description.boundingBox())!;
    expect(x + width).toBeLessThanOrEqual(PHONE_WIDTH);
    const isInside = await description.evaluate(
      ({ scrollWidth, clientWidth }: { scrollWidth: number; clientWidth: number }) => scrollWidth <= clientWidth,
    );
    expect(isInside).toBe(true);
  });
});
