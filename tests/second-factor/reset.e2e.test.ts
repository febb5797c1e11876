import { describe, expect, it } from 'vitest';
import { SEED_PASSWORD } from '#scripts/seed/people.ts';
import { signIn } from '#support/browser.ts';
import { mailsTo } from '#support/inbox.ts';
import { newPerson, openPage } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

describe('the two-step sign-in of another user', () => {
  async function turnOnCodes(person: string): Promise<void> {
    const page = await openPage({ as: person, at: '/userSettings' });
    await page.getByRole('button', { name: 'Set up two-step sign-in' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Code by e-mail', { exact: true }).click();
    await dialog.getByLabel(/^Password/).fill(SEED_PASSWORD);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText(/^We have sent a code to /).waitFor();
    const [mail] = await mailsTo(person);
    await dialog.getByRole('textbox', { name: 'Code' }).fill(/\d{6}/.exec(mail!.text)![0]);
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await dialog.getByRole('button', { name: 'I have kept them' }).click();
  }

  it('is reset for a user who has it, after a confirmation with the consequences; the user gets a mail', async () => {
    const person = await newPerson({ first: 'Lost', last: 'Phone', flags: ['UNIT'] });
    const page = await openPage({ as: 'dealer@northwind.example', at: `/admin/UserManagement?q=${person}` });
    const openMenu = () => page.getByRole('button', { name: `Actions for ${person}` }).click();
    const choose = async (item: string) => {
      await openMenu();
      await page.getByRole('menuitem', { name: item, exact: true }).click();
    };
    await openMenu();
    await page.getByRole('menuitem', { name: 'Send password link' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Reset two-step sign-in' }).count()).toBe(0);
    await turnOnCodes(person);

    await page.reload();
    await choose('Reset two-step sign-in');
    const question = page.getByRole('alertdialog', { name: 'Reset the two-step sign-in of Lost Phone?' });
    await question.getByText(/All their passkeys are removed too, they are signed out everywhere/).waitFor();
    await expectAccessible(page);
    await picture(page, 'reset-two-step-light');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await choose('Reset two-step sign-in');
    await question.getByRole('button', { name: 'Reset two-step sign-in' }).click();
    await page.getByText('Two-step sign-in reset', { exact: true }).first().waitFor();
    expect((await mailsTo(person))[0]).toMatchObject({ subject: 'Your two-step sign-in was reset' });

    const again = await openPage();
    await signIn(again, person);
    await again.getByRole('button', { name: /^Account of Lost Phone/ }).waitFor();
  });
});
