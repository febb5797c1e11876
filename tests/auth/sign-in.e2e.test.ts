import { describe, expect, it } from 'vitest';
import { signIn, tokenOf } from '#support/browser.ts';
import { openPage } from '#support/page.ts';

const NORA = 'dealer@northwind.example';

describe('signing in', () => {
  it('sends a visitor to the login and then to the wanted route with its parameters [P1-R01 P1-R02 P1-B10]', async () => {
    const page = await openPage({ at: '/unitManagement?UnitModel=myConnect' });
    await page.waitForURL(/\/login/);
    await signIn(page, NORA, /\/unitManagement\?/);
    expect(new URL(page.url()).searchParams.get('UnitModel')).toBe('myConnect');
  });

  it('opens the dashboard if no route was wanted, and for an unknown path [P1-B11 P1-R04]', async () => {
    const page = await openPage();
    await signIn(page, NORA);
    await page.goto('/no/such/screen');
    await page.waitForURL('/');
    await page.getByRole('heading', { name: /Nora/ }).waitFor();
  });

  it('never leads to another site', async () => {
    const page = await openPage({ at: '/login?next=%2F%2Fevil.example%2F' });
    await signIn(page, NORA, '/');
    await page.getByRole('heading', { name: /Nora/ }).waitFor();
  });

  it('redirects signed-in users away from the login [P1-R03]', async () => {
    const page = await openPage({ as: NORA, at: '/login' });
    await page.waitForURL('/');
  });

  it('shows the message of the specification for wrong credentials, and keeps the typed text [P1-V01 P1-M26 P1-B03]', async () => {
    const page = await openPage();
    await page.goto('/login');
    await page.getByLabel('User name').fill(NORA);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Incorrect username or password', { exact: true }).first().waitFor();
    expect(await page.getByLabel('User name').inputValue()).toBe(NORA);
  });

  it('stores the token in session storage and nowhere else [P2-E54]', async () => {
    const page = await openPage();
    await signIn(page, NORA);
    const kept = await page.evaluate(() => ({
      session: Object.values(sessionStorage).some((value) => String(value).includes('eyJ')),
      local: Object.values(localStorage).some((value) => String(value).includes('eyJ')),
    }));
    expect(kept).toEqual({ session: true, local: false });
    expect(await page.context().cookies()).toEqual([]);
  });

  it('ends the session on the server when the user signs out', async () => {
    const page = await openPage({ as: NORA, at: '/' });
    const token = await tokenOf(page);
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.waitForURL(/\/login/);
    const headers = { authorization: `Bearer ${token}` };
    // The page does not wait for the answer of the server.
    await expect.poll(async () => (await page.request.get('/api/role/access', { headers })).status()).toBe(401);
  });
});
