import { describe, expect, it } from 'vitest';
import { LOOKS } from '#support/browser.ts';
import { invoke } from '#support/invoke.ts';
import { openPage, userNamed } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const doPart = async (massCreation: string, turn: number) => {
  await invoke(
    'on-mass-creation',
    { Records: [{ messageId: 'part', body: JSON.stringify({ massCreation, turn, part: 0 }), messageAttributes: {} }] },
    60_000,
  );
};
const AT = '/devTools/massUserCreate';
const LIST = [
  'UserName,UserEmail,UserFirstName,UserLastName',
  'ida.list@people.example,ida.list@people.example,Ida,List',
];

describe('mass creation of users', () => {
  it('says what is wrong in which line and who is left out, asks first, and follows the work [P3-R42]', async () => {
    const page = await openPage({ as: 'engineer@watchkeep.example', at: AT });
    await page.getByRole('combobox', { name: 'Dealer' }).fill('Cedar');
    await page.getByRole('option', { name: /Cedar Home Care/ }).click();
    const list = page.getByLabel('List of users', { exact: true });
    await list.fill([...LIST, '=cmd,no address,,'].join('\n'));
    await page.getByText(/^Line 3: UserName: Only letters/).waitFor();
    await page.getByRole('button', { name: 'Create users' }).click();
    await page.getByRole('alert').getByText('Correct the lines below first', { exact: true }).waitFor();
    await expectAccessible(page);
    await list.fill([...LIST, 'admin@watchkeep.example,taken@people.example,Ta,Ken'].join('\n'));
    await page.getByRole('button', { name: 'Create users' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText(/1 user of the list cannot be created and will be left out\.$/).waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Create users' }).click();
    await page.getByRole('heading', { name: 'Mass creation of 1 user' }).waitFor();
    const row = page.getByRole('row').filter({ hasText: /ida\.list@people\.example/ });
    await row.getByText('To do', { exact: true }).waitFor();
    // This portal reads no queue.
    const massCreation = new URL(page.url()).searchParams.get('list')!;
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await doPart(massCreation, 2);
    await row.getByText('Created', { exact: true }).waitFor();
    await page.getByText('Finished', { exact: true }).waitFor();
    expect(await userNamed('ida.list@people.example')).toMatchObject({ DealerKey: 49, UserFirstName: 'Ida' });
    await expectAccessible(page);
    await picture(page, 'mass-users');
    await page.getByRole('link', { name: 'New list' }).click();
    await page.getByRole('list', { name: 'Latest lists' }).getByRole('link', { name: '1 user' }).click();
    await row.getByText('Created', { exact: true }).waitFor();
  });

  it('is for engineers, and fits a phone', async () => {
    const page = await openPage({ as: 'engineer@watchkeep.example', at: AT, look: LOOKS.phone });
    await page.getByRole('button', { name: 'Create users' }).waitFor();
    await picture(page, 'mass-users-phone');
    const other = await openPage({ as: 'admin@watchkeep.example', at: AT });
    await other.waitForURL((url) => url.pathname !== AT);
  });
});
