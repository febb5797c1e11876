import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LOOKS } from '#support/browser.ts';
import { itInDepth } from '#support/depth.ts';
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
    await page.getByRole('link', { name: 'Customers', exact: true }).click();
    const leave = page.getByRole('alertdialog', { name: 'Leave without saving?', exact: true });
    await leave.getByText('Not saved: List of users.', { exact: true }).waitFor();
    await leave.getByRole('button', { name: 'Stay', exact: true }).click();
    await leave.waitFor({ state: 'detached' });
    await list.fill([...LIST, 'admin@watchkeep.example,taken@people.example,Ta,Ken'].join('\n'));
    await page.getByRole('button', { name: 'Create users' }).click();
    const question = page.getByRole('alertdialog');
    await question
      .getByText(
        /^Each user gets a mail with a link to choose a password\. 1 user of the list cannot be created and will be left out\.$/,
      )
      .waitFor();
    await expectAccessible(page);
    expect(await page.getByRole('status', { includeHidden: true }).allTextContents()).toContain(
      '1 user cannot be created',
    );
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
    await page
      .getByRole('list', { name: 'Latest lists' })
      .getByRole('link', { name: /^1 user, .*\d:\d\d:\d\d/ })
      .click();
    await row.getByText('Created', { exact: true }).waitFor();
  });

  it('has a file with the outcome of each user, in which no name is a formula', async () => {
    const page = await openPage({ as: 'engineer@watchkeep.example', at: AT });
    await page.getByRole('combobox', { name: 'Dealer' }).fill('Cedar');
    await page.getByRole('option', { name: /Cedar Home Care/ }).click();
    const users = [
      'in.file@people.example,in.file@people.example,=1+1,"List, the first"',
      'two.file@people.example,two.file@people.example,Two,@File',
    ];
    await page.getByLabel('List of users', { exact: true }).fill([LIST[0], ...users].join('\n'));
    await page.getByRole('button', { name: 'Create users' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Create users' }).click();
    await page.getByRole('heading', { name: 'Mass creation of 2 users' }).waitFor();
    await doPart(new URL(page.url()).searchParams.get('list')!, 1);
    await page.getByText('Finished', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'Download' }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split(/\r?\n/);
    expect(lines.map((line) => line.replace(/^\uFEFF/, ''))).toEqual([
      '"User name","Outcome","Reason","E-mail","First name","Last name"',
      '"in.file@people.example","Created","","in.file@people.example","\'=1+1","List, the first"',
      '"two.file@people.example","Created","","two.file@people.example","Two","\'@File"',
    ]);
  });

  it('creates nobody from a list that was changed while it was checked', async () => {
    const page = await openPage({ as: 'engineer@watchkeep.example', at: AT });
    await page.getByRole('combobox', { name: 'Dealer' }).fill('Cedar');
    await page.getByRole('option', { name: /Cedar Home Care/ }).click();
    const list = page.getByLabel('List of users', { exact: true });
    await list.fill([LIST[0], 'first.list@people.example,first.list@people.example,First,List'].join('\n'));
    await page.route('**/massUserCreate/dryRun', async (route) => {
      await list.fill([LIST[0], 'other.list@people.example,other.list@people.example,Other,List'].join('\n'));
      await route.continue();
    });
    await page.getByRole('button', { name: 'Create users' }).click();
    await page
      .getByRole('alert')
      .getByText(/^The list was changed while it was checked\. /)
      .waitFor();
    expect(await page.getByRole('alertdialog').count()).toBe(0);
  });

  itInDepth('names the users without a mail, and that a retry mails them', async () => {
    const page = await openPage({ as: 'engineer@watchkeep.example', at: AT });
    await page.route('**/massUserCreate/01KAJN9FR00000000000000777**', (route) =>
      route.fulfill({
        json: {
          massCreation: {
            ...{
              massCreation: '01KAJN9FR00000000000000777',
              DealerKey: 49,
              flags: [],
              state: 'finished',
              isStalled: false,
            },
            ...{ total: 3, created: 1, withoutMail: 1, failed: 1 },
            ...{ createdAt: '2026-11-21T17:00:00.000Z', createdBy: 'engineer@watchkeep.example' },
          },
          items: [],
          cursor: null,
        },
      }),
    );
    await page.goto(`${new URL(page.url()).origin}${AT}?list=01KAJN9FR00000000000000777`);
    await page.getByText('1 user created without a mail', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Retry failed users and send missing mails' }).waitFor();
  });

  it('is for engineers, and fits a phone', async () => {
    const page = await openPage({ as: 'engineer@watchkeep.example', at: AT, look: LOOKS.phone });
    await page.getByRole('button', { name: 'Create users' }).waitFor();
    await picture(page, 'mass-users-phone');
    const other = await openPage({ as: 'admin@watchkeep.example', at: AT });
    await other.waitForURL((url) => url.pathname !== AT);
  });
});
