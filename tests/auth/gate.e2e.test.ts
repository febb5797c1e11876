import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { entry } from '#core/auth/entry-contract.ts';
import { units } from '#core/units/contract.ts';
import { tokenOf } from '#support/browser.ts';
import { ask } from '#support/call.ts';
import { itInDepth } from '#support/depth.ts';
import { endSessionOf, openPage, userNamed } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const AGENT = 'agent@telus.example';
const OPERATOR = 'operator@monitoring.example';
const NORA = 'dealer@northwind.example';

/** The one-time token that another system gets for a user. */
const issued = async (userName: string, phonenumber?: string): Promise<string> =>
  (await ask(entry.convertJWT, { phonenumber, as: await userNamed(userName) })).token;

describe('the end of a session', () => {
  it('leads a user of dealer 422 to /telus, and others to /login [P1-A21 P3-R02]', async () => {
    for (const [person, ends] of [
      [AGENT, '/telus'],
      [NORA, '/login'],
    ] as const) {
      const page = await openPage({ as: person, at: '/' });
      await page.getByRole('button', { name: /^Account of/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out everywhere' }).waitFor();
      await expectAccessible(page);
      await picture(page, 'account-menu');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Sign out', exact: true }).click();
      await page.waitForURL(ends);
    }
  });

  it('by idleness: a warning after 2400 s, the sign-out 60 s later, for dealer 422 at /telus [P1-K29 P1-K30 P3-K06 P3-K07 P3-S28 P3-S29 P3-S30 P3-M25 P3-M26 P3-S26 P3-S27]', async () => {
    for (const [person, ends] of [
      [AGENT, '/telus'],
      [NORA, '/login'],
    ] as const) {
      const page = await openPage({ as: person });
      await page.clock.install();
      await page.goto('/');
      await page.getByRole('button', { name: /^Account of/ }).waitFor();
      await page.clock.fastForward(2_399_000 - 60_000);
      const warning = page.getByRole('alertdialog', { name: "You're about to be signed out" });
      expect(await warning.isVisible()).toBe(false);
      await page.clock.runFor(62_000);
      await warning.waitFor();
      await page.clock.runFor(57_000);
      expect(await warning.isVisible()).toBe(true);
      await page.clock.runFor(4_000);
      await page.waitForURL(({ pathname }) => pathname === ends);
      await page.getByText('Signed out for being idle', { exact: true }).waitFor();
      expect(await tokenOf(page)).toBeNull();
    }
  });

  itInDepth('by idleness is avoided by choosing to stay', async () => {
    const page = await openPage({ as: NORA });
    await page.clock.install();
    await page.goto('/');
    await page.getByRole('button', { name: /^Account of/ }).waitFor();
    await page.clock.fastForward(2_400_000);
    await page.getByRole('button', { name: 'Stay signed in' }).click();
    await page.clock.runFor(120_000);
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await page.getByRole('alertdialog').isVisible()).toBe(false);
  });

  it('on the server deletes the session here with the next page, and shows the login [P3-B89 P3-B90 P1-S17]', async () => {
    const page = await openPage({ as: NORA, at: '/' });
    await page.getByRole('button', { name: /^Account of/ }).waitFor();
    await endSessionOf(page);
    await page.goto('/unitManagement');
    await page.waitForURL(/\/login/);
    await page.getByLabel('User name').waitFor();
    expect(await tokenOf(page)).toBeNull();
  });

  // Every other call is answered, so only this answer can lead to the login.
  itInDepth.each([
    ['a list [P2-B139]', '**/api/units/all?*', '/unitManagement'],
    ['a unit [P2-B138]', '**/api/unit/400001?*', '/unitManagement/unitEdit?Unit=400001'],
  ])('by an unauthorized answer while the page loads %s shows the login', async (_, endpoint, route) => {
    const page = await openPage({ as: NORA });
    const refusal = { code: 'UNAUTHENTICATED', message: 'Please sign in', issues: [], correlationId: 'x' };
    await page.route(endpoint, (call) => call.fulfill({ status: 401, json: refusal }));
    await page.goto(route);
    await page.waitForURL(/\/login/);
    await page.getByLabel('User name').waitFor();
    expect(await tokenOf(page)).toBeNull();
  });

  it('happens everywhere at once if the user chooses that', async () => {
    const page = await openPage({ as: NORA, at: '/' });
    const token = await tokenOf(page);
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click();
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: 'Sign out everywhere' })
      .click();
    await page.waitForURL('/login');
    const answer = await page.request.get('/api/role/access', { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status()).toBe(401);
  });
});

describe('the gate', () => {
  let page: Page;
  beforeAll(async () => {
    page = await openPage();
  });

  it.each([
    '/unitManagement',
    '/unitManagement/unitEdit?Unit=400001',
    '/reports/bulkChangeStatus',
    '/monitoringCenter?phoneNumber=5035550101',
    '/userSettings',
    '/no/such/screen',
  ])('sends a visitor from %s to login [P3-A06 P3-A07]', async (route) => {
    await page.goto(route);
    await page.waitForURL(({ pathname }) => pathname === '/login');
    expect(new URL(page.url()).searchParams.get('next')).toBe(route);
    await page.getByLabel('User name').waitFor();
  });

  it.each([
    ['/login', 'Sign in', 'User name'],
    ['/telus', 'Sign in', undefined],
    ['/login/OAuth/cb/telus?code=x&state=x', 'Sign in', undefined],
    ['/resetPassword?token=x', 'The link has expired', undefined],
    ['/confirmEmail?token=x', 'Confirm your e-mail address', undefined],
  ] as const)('lets a visitor open %s [P3-A06 P1-R06 P1-R07 P1-R08 P1-R09]', async (route, heading, label) => {
    await page.goto(route);
    await page.getByRole('heading', { name: heading }).waitFor();
    if (label) await page.getByLabel(label).waitFor();
    expect(page.url()).toContain(route);
  });
});

describe('links from other systems', () => {
  it('/preAuth/monitoringcenter opens the view with the phone number of the call [P1-R10 P3-R05]', async () => {
    const query = new URLSearchParams({
      phonenumber: '+15035550101',
      dealerkey: '22',
      token: await issued(OPERATOR),
      username: OPERATOR,
      state: 'https://evil.example/',
    });
    const page = await openPage();
    await page.goto(`/preAuth/monitoringcenter?${query}`);
    await page.waitForURL(({ pathname }) => pathname === '/monitoringCenter');
    expect(new URL(page.url()).searchParams.get('phoneNumber')).toBe('+15035550101');
    await page.getByText('Call from +15035550101', { exact: true }).first().waitFor();

    // The same link again, in another browser.
    const again = await openPage();
    await again.goto(`/preAuth/monitoringcenter?${query}`);
    await again.waitForURL(({ pathname }) => pathname === '/login');
    await again.getByText('This link has been used or is too old', { exact: true }).waitFor();
  });

  it('/convert exchanges its token and passes the number on, or leads to the login [P1-R05 P1-R12 P1-B01 P1-B02 P1-C05]', async () => {
    const token = await issued(OPERATOR, '5035550101');
    const page = await openPage();
    await page.goto(`/convert?token=${token}`);
    await page.waitForURL('/monitoringCenter?phoneNumber=5035550101');

    for (const bad of [`/convert?token=${token}`, '/convert?token=made-up', '/convert']) {
      const visitor = await openPage();
      await visitor.goto(bad);
      await visitor.waitForURL(({ pathname }) => pathname === '/login');
      await visitor.getByLabel('User name').waitFor();
    }

    const withoutNumber = await openPage();
    await withoutNumber.goto(`/convert?token=${await issued(OPERATOR)}`);
    await withoutNumber.waitForURL(({ pathname }) => pathname === '/login');
    await withoutNumber.getByText('This link names no phone number', { exact: true }).waitFor();
    expect(await tokenOf(withoutNumber)).toBeNull();
  });

  it('/linkToLogin opens the screen in its state, with its parameters [P1-R11 P3-R06]', async () => {
    const link = async (state: string, parameters: string) =>
      `/linkToLogin?${new URLSearchParams({ token: await issued(NORA), state, parameters })}`;
    const page = await openPage();
    await page.goto(await link('unitManagement', '{"UnitModel":"myConnect"}'));
    await page.waitForURL('/unitManagement?UnitModel=myConnect');

    for (const evil of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      await page.evaluate('sessionStorage.clear()');
      await page.goto(await link(evil, '//evil.example'));
      await page.waitForURL('/');
      await page.getByRole('heading', { name: /Nora/ }).waitFor();
    }
  });

  it('do not replace a running session', async () => {
    const page = await openPage({ as: NORA, at: '/' });
    const before = await tokenOf(page);
    await page.goto(`/convert?token=${await issued(OPERATOR)}&phonenumber=5035550101`);
    await page.waitForURL('/monitoringCenter?phoneNumber=5035550101');
    expect(await tokenOf(page)).toBe(before);
  });
});

describe('the monitoring-centre view', () => {
  it('shows the units with the number to staff, or a message without any', async () => {
    const { lists } = await ask(units.list, { param: 'all', UnitModel: 'MXD-LTE', as: await userNamed(NORA) });
    const known = lists['MXD-LTE']!.find(({ MSISDN1 }) => MSISDN1)!;
    const page = await openPage({ as: NORA, at: `/monitoringCenter?phoneNumber=${known.MSISDN1}` });
    await page.getByRole('link', { name: known.UnitSerNum }).click();
    await page.waitForURL(/\/unitManagement\/unitEdit\?Unit=/);
    await page.goto('/monitoringCenter?phoneNumber=99999999999');
    await page.getByText('No results found', { exact: true }).waitFor();
  });
});

describe('user type 4', () => {
  it('opens its own view, and every other path leads there', async () => {
    const page = await openPage({ as: OPERATOR });
    for (const route of ['/', '/unitManagement', '/reports/bulkChangeStatus']) {
      await page.goto(route);
      await page.waitForURL('/monitoringCenter');
    }
    expect(await page.getByRole('navigation', { name: /main|screens/i }).count()).toBe(0);
  });
});
