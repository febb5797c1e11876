import { describe, expect, it } from 'vitest';
import { LOOKS } from '#support/browser.ts';
import { openPage, userNamed } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const AT = '/devTools/massUserCreate';
const LIST = [
  'UserName,UserEmail,UserFirstName,UserLastName',
  'ida.list@people.example,ida.list@people.example,Ida,List',
];

describe('mass creation of users', () => {
  it('says what is wrong in which line, asks first, and lists the outcomes [P3-R42]', async () => {
    const page = await openPage({ as: 'engineer@watchkeep.example', at: AT });
    await page.getByRole('combobox', { name: 'Dealer' }).fill('Cedar');
    await page.getByRole('option', { name: /Cedar Home Care/ }).click();
    const list = page.getByLabel('List of users', { exact: true });
    await list.fill([...LIST, '=cmd,no address,,'].join('\n'));
    await page.getByText(/^Line 3: UserName: Only letters/).waitFor();
    await page.getByRole('button', { name: 'Create users' }).click();
    await page.getByRole('alert').getByText('Correct the lines below first', { exact: true }).waitFor();
    await expectAccessible(page);
    await list.fill(LIST.join('\n'));
    await page.getByRole('button', { name: 'Create users' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Create users' }).click();
    await page
      .getByRole('row')
      .filter({ hasText: /ida\.list@people\.example/ })
      .getByText(/^Created/)
      .waitFor();
    expect(await userNamed('ida.list@people.example')).toMatchObject({ DealerKey: 49, UserFirstName: 'Ida' });
    await expectAccessible(page);
    await picture(page, 'mass-users');
  });

  it('is for engineers, and fits a phone', async () => {
    const page = await openPage({ as: 'engineer@watchkeep.example', at: AT, look: LOOKS.phone });
    await page.getByRole('button', { name: 'Create users' }).waitFor();
    await picture(page, 'mass-users-phone');
    const other = await openPage({ as: 'admin@watchkeep.example', at: AT });
    await other.waitForURL((url) => url.pathname !== AT);
  });
});
