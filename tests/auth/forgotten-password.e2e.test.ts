import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { USER_TYPE } from '#core/access.ts';
import { SEED_PASSWORD } from '#scripts/seed/people.ts';
import { LOOKS } from '#support/browser.ts';
import { itInDepth } from '#support/depth.ts';
import { linkTo } from '#support/inbox.ts';
import { newPerson, openPage, readSessionAnew } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const NEW = 'Remembered-2026';
const EXPIRED = 'Link has expired. Click here to go through process again';

async function askForLink(page: Page, email: string) {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await page.getByRole('heading', { name: 'Forgotten password' }).waitFor();
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Send recovery link' }).click();
}

async function choose(page: Page, password: string, confirmation = password) {
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Confirm password').fill(confirmation);
  await page.getByRole('button', { name: 'Save new password' }).click();
}

describe('a forgotten password', () => {
  it('is asked for on a card that turns over [P1-B04]', async () => {
    const page = await openPage({ look: { ...LOOKS.light, reducedMotion: 'no-preference' }, at: '/login' });
    const isTurning = () =>
      document.getAnimations().some(({ effect }) => {
        const frames = effect instanceof KeyframeEffect ? effect.getKeyframes() : [];
        return String(frames[0]?.transform).startsWith('rotateY');
      });
    await Promise.all([
      page.waitForFunction(isTurning),
      page.getByRole('button', { name: 'Forgot your password?' }).click(),
    ]);
    await page.getByRole('heading', { name: 'Forgotten password' }).waitFor();
  });

  it('is replaced: a mail arrives, a new password is set, and it signs in [P1-B04 P1-B05 P1-B14 P1-R09 P3-R04 P1-M30 P1-M33 P1-M34 P3-M22 P3-S39]', async () => {
    const forgetful = await newPerson({ first: 'Fern', last: 'Lapse' });
    const page = await openPage();
    await askForLink(page, forgetful);
    await page.getByText('Password recovery link has been sent to your email.', { exact: true }).waitFor();
    const link = await linkTo(forgetful);

    await page.goto(link);
    await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
    await page.getByText(forgetful, { exact: true }).first().waitFor();
    await choose(page, NEW);
    await page.waitForURL('/login');
    await page.getByText('Password updated!', { exact: true }).waitFor();
    await page.getByLabel('User name').fill(forgetful);
    await page.getByLabel('Password', { exact: true }).fill(NEW);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('/');

    await page.goto(link);
    await page.getByRole('heading', { name: 'The link has expired' }).waitFor();
  });

  it('shows the message of the specification for an unknown address [P1-M29]', async () => {
    const page = await openPage();
    await askForLink(page, `${randomUUID()}@nowhere.example`);
    await page
      .getByText('Could not find an account linked with this email. Please check the spelling and try again.', {
        exact: true,
      })
      .waitFor();
    await page.getByRole('button', { name: 'Back to sign in' }).click();
    await page.getByLabel('User name').waitFor();
  });

  itInDepth('needs an address', async () => {
    const page = await openPage();
    await askForLink(page, 'dealer');
    await page.getByText('Enter the e-mail address of your account', { exact: true }).waitFor();
  });
});

describe('an expired recovery link', () => {
  it('is reported by a toast and on the page, and both lead to the login [P1-M31 P1-M32 P1-B15 P3-S35 P3-M20 P3-M21]', async () => {
    const page = await openPage();
    await page.goto('/resetPassword?token=long-gone');
    const toast = page.getByRole('region').getByText(EXPIRED, { exact: true });
    await toast.waitFor();
    await page.getByRole('button', { name: 'Go to sign in' }).click();
    await page.waitForURL('/login');

    await page.goto('/resetPassword?token=long-gone');
    await toast.waitFor();
    expect(await page.getByText(EXPIRED, { exact: true }).count(), 'said once').toBe(1);
    await page.getByRole('link', { name: 'Back to sign in' }).click();
    await page.waitForURL('/login');
    await page.getByLabel('User name').waitFor();
  });
});

describe('the new password', () => {
  it('is checked while typing, and its confirmation must be equal [P1-V03 P1-V04 P1-V05 P1-V06 P1-V07]', async () => {
    const page = await openPage();
    await askForLink(page, 'staff@oregon.example');
    await page.getByText('Password recovery link has been sent to your email.', { exact: true }).waitFor();
    await page.goto(await linkTo('staff@oregon.example'));
    for (const [password, fault] of [
      ['Watchkeep-twenty', 'A digit is missing'],
      ['watchkeep-2026', 'An upper case letter is missing'],
      ['WATCHKEEP-2026', 'A lower case letter is missing'],
      ['Watchkeep2026', 'A special character is missing'],
    ] as const) {
      await choose(page, password);
      await page.getByText(fault, { exact: true }).waitFor();
    }
    await choose(page, NEW, `${NEW} `);
    await page.getByText('The two passwords are not the same', { exact: true }).waitFor();
    await expectAccessible(page);
    await picture(page, 'new-password-pointed-at');
    expect(page.url()).toContain('/resetPassword?token=');
  });
});

it('resetting the password ends every session of the user', async () => {
  const person = await newPerson({ first: 'Milo', last: 'Twice', type: USER_TYPE.monitoringCentre });
  const elsewhere = await openPage({ as: person, at: '/monitoringCenter' });
  await elsewhere.getByRole('button', { name: /^Account of/ }).waitFor();
  const page = await openPage();
  await askForLink(page, person);
  await page.getByText('Password recovery link has been sent to your email.', { exact: true }).waitFor();
  await page.goto(await linkTo(person));
  await choose(page, SEED_PASSWORD);
  await page.waitForURL('/login');
  await readSessionAnew(elsewhere);
  await elsewhere.reload();
  await elsewhere.waitForURL(/\/login/);
});
