import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { USER_TYPE } from '#core/access.ts';
import { SEED_PASSWORD } from '#scripts/seed/people.ts';
import { signIn } from '#support/browser.ts';
import { itInDepth } from '#support/depth.ts';
import { linkTo, mailsTo } from '#support/inbox.ts';
import { newPerson, openPage, type Person, readSessionAnew, userNamed } from '#support/page.ts';
import { aSession } from '#support/people.ts';
import { expectAccessible, picture } from '#support/screen.ts';

/** Each test has its own user, so that none sees the changes of another. */
const PEOPLE = {
  app: { first: 'Owen', last: 'Redding', dealer: 220, flags: ['UNIT'] },
  mail: { first: 'Vera', last: 'Lindqvist', dealer: 49, flags: ['UNIT_VIEW'] },
  passkey: { first: 'Ada', last: 'Moreno', flags: ['UNIT'] },
  settings: { first: 'Nora', last: 'Whitfield', flags: ['UNIT', 'UNIT_EDIT', 'ADMIN'] },
  address: { first: 'Adam', last: 'Moved', flags: ['UNIT'] },
  centre: { first: 'Milo', last: 'Tan', type: USER_TYPE.monitoringCentre },
} as const satisfies Record<string, Person>;
const PERSON = {} as Record<keyof typeof PEOPLE, string>;
beforeAll(async () => {
  for (const [journey, person] of Object.entries(PEOPLE))
    PERSON[journey as keyof typeof PEOPLE] = await newPerson(person);
});

/** Each kind of user starts on another page. */
const ANYWHERE = /^(?!.*\/login)/;

async function openSettings(person: string): Promise<Page> {
  const page = await openPage({ as: person, at: '/userSettings' });
  await page.getByRole('heading', { name: 'User settings' }).waitFor();
  await page.getByRole('list', { name: 'Your sessions' }).waitFor();
  return page;
}

const section = (page: Page, name: string) => page.getByRole('region', { name });
const toast = (page: Page, words: string) =>
  page.getByRole('status').getByText(words, { exact: true }).first().waitFor();

async function signOut(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(/\/login/);
}

/** The first step of a login, before the code. */
async function givePassword(page: Page, person: string): Promise<void> {
  await page.getByLabel('User name').fill(person);
  await page.getByLabel('Password', { exact: true }).fill(SEED_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Code', { exact: true }).waitFor();
}

async function giveCode(page: Page, code: string, label: 'Code' | 'Recovery code' = 'Code'): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
}

const isIn = (page: Page) => page.getByRole('button', { name: /^Account of/ }).waitFor();

const mailedCode = async (address: string) =>
  (await mailsTo(address)).map(({ text }) => /Your code is (\d{6})\./.exec(text)?.[1]).find(Boolean)!;

itInDepth('times are shown in the format and the zone of the user, at once and after a reload', async () => {
  const page = await openSettings(await newPerson({ first: 'Tia', last: 'Zone' }));
  const times = section(page, 'Times');
  const inDayFirst = /^\d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d$/;
  const option = times.getByLabel('Format').locator('option').filter({ hasText: inDayFirst });
  await times.getByLabel('Format').selectOption((await option.getAttribute('value'))!);
  await times.getByRole('combobox', { name: 'Time zone' }).fill('tokyo');
  await times.getByRole('combobox', { name: 'Time zone' }).press('Enter');
  await expectAccessible(page);
  await picture(page, 'times-light');
  await times.getByRole('button', { name: 'Save times' }).click();
  await toast(page, 'Settings saved');
  const shown = page.getByRole('button', { name: 'Live' });
  await shown.focus();
  await page
    .getByText(/since \d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d$/)
    .first()
    .waitFor();
  await page.reload();
  await expect.poll(() => times.getByRole('combobox', { name: 'Time zone' }).inputValue()).toBe('Tokyo');
});

describe('an authenticator app', () => {
  const codeOf = (secret: string, timestamp = Date.now()) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
  /** The code of the step after the present one, which is accepted already and was never used. */
  const nextCode = (secret: string) => codeOf(secret, Date.now() + 30_000);

  it('is set up with its QR code, required at the next login, once per code; a recovery code works too [P1-B06 P1-B07 P1-B08 P1-B09 P1-S15]', async () => {
    const page = await openSettings(PERSON.app);
    await section(page, 'Two-step sign-in').getByRole('button', { name: 'Set up two-step sign-in' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Password/).waitFor();
    expect(await page.getByText(/Enter your password/).count()).toBe(0);
    await expectAccessible(page);
    await picture(page, 'second-factor-method');
    await dialog.getByLabel(/^Password/).fill(SEED_PASSWORD);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('img', { name: /QR code/ }).waitFor();
    await expectAccessible(page);
    await picture(page, 'second-factor-set-up-light');
    const key = (await dialog.getByRole('button', { name: /^Copy key/ }).getAttribute('aria-label'))!;
    const secret = key.replace('Copy key ', '').replaceAll(' ', '');
    const first = codeOf(secret);
    await dialog.getByRole('textbox', { name: 'Code' }).fill(first);
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await dialog.getByRole('button', { name: 'I have kept them' }).waitFor();
    const codes = await dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents();
    expect(codes).toHaveLength(10);
    await expectAccessible(page);
    await picture(page, 'recovery-codes-light');
    await dialog.getByRole('button', { name: 'I have kept them' }).click();
    await section(page, 'Two-step sign-in').getByText('On', { exact: true }).waitFor();

    await signOut(page);
    await givePassword(page, PERSON.app);
    await expectAccessible(page);
    await picture(page, 'login-code-light');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByLabel('User name').waitFor();

    await givePassword(page, PERSON.app);
    await giveCode(page, first);
    await page
      .getByText('The code is not right, or has been used already. Please try again.', { exact: true })
      .waitFor();
    const next = nextCode(secret);
    await giveCode(page, next);
    await isIn(page);

    await signOut(page);
    await givePassword(page, PERSON.app);
    await giveCode(page, next);
    await page
      .getByText('The code is not right, or has been used already. Please try again.', { exact: true })
      .waitFor();
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await giveCode(page, codes[0]!, 'Recovery code');
    await isIn(page);

    await page.goto('/userSettings');
    await section(page, 'Two-step sign-in').getByText('9 recovery codes left', { exact: true }).waitFor();
    await section(page, 'Two-step sign-in').getByRole('button', { name: 'Turn off' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByLabel(/^Password/).fill('not the password');
    await question.getByRole('button', { name: 'Turn off' }).click();
    await question.getByText('This is not your password', { exact: true }).waitFor();
    await question.getByLabel(/^Password/).fill(SEED_PASSWORD);
    await question.getByRole('button', { name: 'Turn off' }).click();
    await section(page, 'Two-step sign-in').getByText('Off', { exact: true }).waitFor();
    await signOut(page);
    await signIn(page, PERSON.app, ANYWHERE);
    await isIn(page);
  });
});

describe('a code by e-mail', () => {
  it('is set up and required at the next login, and can be sent again [P1-B06 P1-B08]', async () => {
    const page = await openSettings(PERSON.mail);
    await section(page, 'Two-step sign-in').getByRole('button', { name: 'Set up two-step sign-in' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Code by e-mail', { exact: true }).click();
    await dialog.getByLabel(/^Password/).fill(SEED_PASSWORD);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog
      .getByText('We have sent a code to v•••@people.example. It is valid for ten minutes.', { exact: true })
      .waitFor();
    await dialog.getByRole('textbox', { name: 'Code' }).fill(await mailedCode(PERSON.mail));
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await dialog.getByRole('button', { name: 'I have kept them' }).click();
    await signOut(page);

    await givePassword(page, PERSON.mail);
    const before = await mailedCode(PERSON.mail);
    await page.getByRole('button', { name: 'Send another code' }).click();
    await page.getByText('Another code is on its way. The one before no longer works.', { exact: true }).waitFor();
    const after = await mailedCode(PERSON.mail);
    if (before !== after) {
      await giveCode(page, before);
      await page
        .getByText('The code is not right, or has been used already. Please try again.', { exact: true })
        .waitFor();
    }
    await giveCode(page, after);
    await isIn(page);
  });
});

describe('a passkey', () => {
  it('is added, renamed, signs in without a password, and is removed', async () => {
    const page = await openSettings(PERSON.passkey);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const passkeys = section(page, 'Passkeys');
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Key of the test');
    await dialog.getByLabel(/^Password/).fill(SEED_PASSWORD);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await passkeys.getByText('Key of the test', { exact: true }).waitFor();
    await passkeys.getByRole('button', { name: 'Rename Key of the test' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Desk key');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await passkeys.getByText('Desk key', { exact: true }).waitFor();

    await signOut(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await isIn(page);
    await page.goto('/userSettings');
    await section(page, 'Where you are signed in')
      .getByText(/ with a passkey/)
      .first()
      .waitFor();

    await section(page, 'Passkeys').getByRole('button', { name: 'Remove Desk key' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove passkey' }).click();
    await section(page, 'Passkeys').getByText('You have no passkey yet.', { exact: true }).waitFor();
    await signOut(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('This passkey is not valid for Watchkeep. Sign in another way.', { exact: true }).waitFor();
  });
});

describe('the settings screen', () => {
  it('opens for every signed-in user, from the menu, and shows their data [P1-R31 P2-R08 P3-R48 P2-E30 P2-C74]', async () => {
    const page = await openPage({ as: PERSON.settings, at: '/' });
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'User settings' }).click();
    await page.waitForURL('/userSettings');
    const shown = await Promise.all(
      ['First name', 'Last name', 'User name', 'E-mail address'].map((label) => page.getByLabel(label).inputValue()),
    );
    expect(shown).toEqual(['Nora', 'Whitfield', PERSON.settings, PERSON.settings]);
    const centre = await openSettings(PERSON.centre);
    expect(await centre.getByLabel('First name').inputValue()).toBe('Milo');
  });

  it("saves changes, and shows 'Nothing to update' without any [P2-C75 P2-V30 P2-M46]", async () => {
    const page = await openSettings(PERSON.settings);
    await page.getByRole('button', { name: 'Save settings' }).click();
    await toast(page, 'Nothing to update');
    await page.reload();
    await page.getByRole('button', { name: 'Save times' }).click();
    await toast(page, 'Nothing to update');
    const hostile = '"><img src=x onerror=alert(1)>';
    page.on('dialog', () => {
      throw new Error('A script ran');
    });
    await page.getByLabel('Last name').fill(hostile);
    await page.getByRole('button', { name: 'Save settings' }).click();
    await toast(page, 'Settings saved');
    await page.reload();
    await page.getByLabel('Last name').waitFor();
    expect(await page.getByLabel('Last name').inputValue()).toBe(hostile);
    await page.getByLabel('Last name').fill('Whitfield');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await toast(page, 'Settings saved');
  });

  it('asks for the password if the e-mail address changes', async () => {
    const page = await openSettings(PERSON.settings);
    await page.getByLabel('E-mail address').fill('nora.whitfield@northwind.example');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByText('Enter your password to change the e-mail address', { exact: true }).waitFor();
  });

  itInDepth('shows a new e-mail address as unconfirmed until the mailed link is used', async () => {
    const page = await openSettings(PERSON.address);
    const notice = section(page, 'Unconfirmed address');
    expect(await notice.count()).toBe(0);
    const address = `moved-${PERSON.address}`;
    await page.getByLabel('E-mail address').fill(address);
    await page.getByRole('textbox', { name: 'Password' }).fill(SEED_PASSWORD);
    await page.getByRole('button', { name: 'Save settings' }).click();
    await toast(page, 'Settings saved');
    await notice.waitFor();
    expect((await mailsTo(PERSON.address))[0]).toMatchObject({ subject: 'Your Watchkeep e-mail address was changed' });
    await notice.getByRole('button', { name: 'Send link again' }).click();
    await toast(page, `Link sent to ${address}`);
    await expectAccessible(page);
    await picture(page, 'email-not-confirmed-light');

    const mailbox = await openPage({ at: await linkTo(address) });
    await mailbox.getByRole('heading', { name: 'Confirm your e-mail address' }).waitFor();
    await expectAccessible(mailbox);
    await picture(mailbox, 'confirm-email-light');
    await mailbox.getByRole('button', { name: 'Confirm' }).click();
    await mailbox.getByText(`${address} is confirmed for ${PERSON.address}.`, { exact: true }).waitFor();
    await page.reload();
    await page.getByLabel('E-mail address').waitFor();
    expect(await notice.count()).toBe(0);

    await mailbox.reload();
    await mailbox.getByRole('button', { name: 'Confirm' }).click();
    await mailbox
      .getByText('This link has been used or is too old. The settings in the portal send another one.', {
        exact: true,
      })
      .waitFor();
  });

  it('turns its password card for a forgotten password, and shows the result [P2-B105 P2-M23 P2-M65]', async () => {
    const page = await openSettings(PERSON.settings);
    const card = section(page, 'Password');
    await card.getByRole('button', { name: 'Forgot your password?' }).click();
    const email = card.getByLabel('E-mail address');
    await email.fill('nobody@watchkeep.example');
    await card.getByRole('button', { name: 'Send recovery link' }).click();
    await page
      .getByText('Could not find an account linked with this email. Please check the spelling and try again.', {
        exact: true,
      })
      .first()
      .waitFor();
    await email.fill(PERSON.settings);
    await card.getByRole('button', { name: 'Send recovery link' }).click();
    await page.getByText('Password recovery link has been sent to your email.', { exact: true }).first().waitFor();
    const [mail] = await mailsTo(PERSON.settings);
    expect(mail?.text).toContain('/resetPassword?token=');
    await card.getByRole('button', { name: 'Change password' }).waitFor();
  });

  it('changes the password in a dialog that checks the old one and needs the new one twice; other sessions end [P2-B104 P2-V31 P1-V08]', async () => {
    const elsewhere = await openPage({ as: PERSON.centre, at: '/userSettings' });
    await isIn(elsewhere);
    const page = await openSettings(PERSON.centre);
    await section(page, 'Password').getByRole('button', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog');
    const change = async (old: string, next: string, again = next) => {
      await dialog.getByLabel('Old password').fill(old);
      await dialog.getByLabel('New password').fill(next);
      await dialog.getByLabel('Confirm password').fill(again);
      await dialog.getByRole('button', { name: 'Change password' }).click();
    };
    await change(SEED_PASSWORD, 'Lighthouse-42', 'Lighthouse-43');
    await dialog.getByText('The two passwords are not the same', { exact: true }).waitFor();
    await page.mouse.move(0, 0);
    await expectAccessible(page);
    await picture(page, 'change-password-light');
    await change('not the password', 'Lighthouse-42');
    await dialog.getByText('This is not your password', { exact: true }).waitFor();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await change(SEED_PASSWORD, 'Lighthouse-42');
    await page.getByText('Password updated!', { exact: true }).first().waitFor();
    expect(sent.filter((url) => url.includes(encodeURIComponent(SEED_PASSWORD)))).toEqual([]);
    await page.getByRole('list', { name: 'Your sessions' }).getByText('This session', { exact: true }).waitFor();
    expect(await page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem').count()).toBe(1);
    await readSessionAnew(elsewhere);
    await elsewhere.reload();
    await elsewhere.waitForURL(/\/login/);
  });

  it("lists the user's sessions and ends one of them", async () => {
    const lost = await openPage();
    await signIn(lost, PERSON.settings);
    await isIn(lost);
    const page = await openSettings(PERSON.settings);
    const sessions = page.getByRole('list', { name: 'Your sessions' });
    const before = await sessions.getByRole('listitem').count();
    expect(before).toBeGreaterThan(1);
    await sessions
      .getByRole('button', { name: /^Sign out Chrome/ })
      .first()
      .click();
    await toast(page, 'Session ended');
    await expect.poll(() => sessions.getByRole('listitem').count()).toBe(before - 1);
  });

  itInDepth('tells how each end went, also if the next one began and ended before', async () => {
    const person = await newPerson({ first: 'Olga', last: 'Twice' });
    for (const _ of [1, 2]) await aSession(await userNamed(person));
    const page = await openSettings(person);
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let asked = 0;
    await page.route('**/api/sessions/*', async (route) => {
      if (route.request().method() !== 'DELETE') return route.continue();
      if (asked++ > 0) return route.continue();
      await held;
      await route.fulfill({
        status: 503,
        json: { code: 'UNAVAILABLE', message: 'Try it again in a minute', issues: [], correlationId: 'x' },
      });
    });
    const ends = page.getByRole('list', { name: 'Your sessions' }).getByRole('button', { name: /^Sign out / });
    expect(await ends.count()).toBe(2);
    await ends.nth(0).click();
    await expect.poll(() => asked).toBe(1);
    await ends.nth(1).click();
    await toast(page, 'Session ended');
    release();
    await toast(page, 'Try it again in a minute');
  });
});

describe('a relative time', () => {
  itInDepth('updates itself every minute', async () => {
    const person = await newPerson({ first: 'Minnie', last: 'Clock', flags: ['UNIT'] });
    const page = await openPage({ as: person });
    await page.clock.install();
    await page.goto('/userSettings');
    const session = page
      .getByRole('list', { name: 'Your sessions' })
      .getByRole('listitem')
      .filter({ hasText: /This session/ });
    await session.getByText(/signed in just now/).waitFor();
    let asked = 0;
    page.on('request', ({ url }) => {
      if (/sessions/i.test(url())) asked++;
    });
    await page.clock.runFor('01:20');
    await session.getByText(/signed in 1 min ago/).waitFor();
    await page.clock.runFor('01:00');
    await session.getByText(/signed in 2 min ago/).waitFor();
    // The page computes the time again from its data.
    expect(asked).toBe(0);
  });
});
