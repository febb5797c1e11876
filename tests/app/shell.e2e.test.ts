import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { PEOPLE } from '#scripts/seed/people.ts';
import { LOOKS, openProfile, signIn, tokenOf } from '#support/browser.ts';
import { itInDepth } from '#support/depth.ts';
import { aUnit } from '#support/fleet.ts';
import { enter, openPage } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const NORA = 'dealer@northwind.example';
const ENGINEER = 'engineer@watchkeep.example';
const STAFF = 'staff@oregon.example';
const VIEWER = 'viewer@cedar.example';
const OPERATOR = 'operator@monitoring.example';

const opened = (as: string, look = LOOKS.light) => openPage({ as, look, at: '/' });
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Screens' });
const sizeOf = (image: unknown) => {
  const { naturalWidth, naturalHeight } = image as { naturalWidth: number; naturalHeight: number };
  return [naturalWidth, naturalHeight];
};
const shownBar = (page: Page) => page.getByRole('region', { name: 'Shown dealer' });

/** Shows the portal as the dealer, and waits for the new page: the old one can show the dealer until it unloads. */
async function showAs(page: Page, dealer: string) {
  await page.evaluate('globalThis.isLeft = true');
  await navigation(page).getByRole('button', { name: 'Show as dealer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Show as dealer' });
  await dialog.getByRole('combobox', { name: 'Find a dealer' }).fill(dealer);
  await dialog.getByRole('option', { name: new RegExp(`^${dealer}`) }).click();
  await expect.poll(() => page.evaluate('"isLeft" in globalThis').catch(() => true)).toBe(false);
  await shownBar(page).getByText(dealer, { exact: true }).waitFor();
}

describe('the side navigation', () => {
  let shared: Page;
  beforeAll(async () => {
    shared = await openPage();
  });

  it.each(PEOPLE.filter(({ type }) => type !== 4))(
    'is shown to $kind, who can sign in [P3-A04 P3-A01 P2-A01]',
    async ({ userName }) => {
      await enter(shared, userName);
      await shared.goto('/');
      await navigation(shared).getByRole('button', { name: 'Sign out' }).waitFor();
    },
  );

  it('is hidden from a monitoring centre, which can sign in too [P3-A01]', async () => {
    const page = await opened(OPERATOR);
    await page.getByRole('button', { name: /Account of/ }).waitFor();
    expect(await navigation(page).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Show as dealer' }).count()).toBe(0);
  });

  it('shows only screens that the access flags allow [P1-A05 P1-A02]', async () => {
    const [engineer, viewer] = [await opened(ENGINEER), await opened(VIEWER)];
    const linksOf = (page: Page) => navigation(page).getByRole('link').allTextContents();
    await navigation(engineer).getByRole('link', { name: 'Units', exact: true }).waitFor();
    await navigation(viewer).getByRole('link', { name: 'Units', exact: true }).waitFor();
    const [all, few] = [await linksOf(engineer), await linksOf(viewer)];
    expect(all).toEqual(expect.arrayContaining(few.filter((name) => name !== '' && !/^\d/.test(name))));
    expect(all).toContain('Bulk actions');
    expect(few).not.toContain('Bulk actions');
    expect(await navigation(viewer).getByRole('button', { name: 'Dealer logo' }).count()).toBe(0);
  });

  it('has sections that collapse and expand, by keyboard too, and keep their state after a reload [P3-B63]', async () => {
    const page = await opened(NORA);
    const section = navigation(page).getByRole('button', { name: 'Reports', exact: true });
    const entry = navigation(page).getByRole('link', { name: 'Bulk actions' });
    await entry.waitFor();
    await section.press('Enter');
    await entry.waitFor({ state: 'detached' });
    expect(await section.getAttribute('aria-expanded')).toBe('false');
    await page.reload();
    await section.waitFor();
    expect(await entry.count()).toBe(0);
    await section.click();
    await entry.waitFor();
  });

  itInDepth('scrolls to the entry of the screen that opens', async () => {
    const page = await openPage({ as: ENGINEER, at: '/transmitters' });
    const entry = navigation(page).getByRole('link', { name: 'Transmitters', exact: true });
    await entry.waitFor();
    await expect
      .poll(async () => {
        const [list, own] = await Promise.all([
          entry.locator('xpath=ancestor::ul/../..').boundingBox(),
          entry.boundingBox(),
        ]);
        return own!.y + own!.height <= list!.y + list!.height;
      })
      .toBe(true);
  });

  it('finds units while typing: one, several, none [P3-B65 P3-M23 P3-M24]', async () => {
    const page = await opened(NORA);
    const search = navigation(page).getByRole('combobox', { name: 'Quick search for units' });
    await search.fill('zzzz');
    await page.getByText('No results found', { exact: true }).waitFor();
    await search.fill('4000');
    await page.getByText(/^Unit Found!/).waitFor();
    const serial = (await page.getByRole('option').first().textContent())!.match(/\d{6}/)![0];
    await search.fill(serial);
    await page.getByText('Unit Found!', { exact: true }).waitFor();
    await expectAccessible(page);
    await picture(page, 'quick-search-light');
    await search.press('Enter');
    await page.waitForURL(new RegExp(`unitEdit\\?Unit=${serial}`));
    await page.getByRole('heading', { name: serial }).waitFor();
    // The page of a unit folds the navigation away.
    await navigation(page).getByRole('link', { name: 'Units', exact: true }).click();
    await navigation(page)
      .getByRole('link', { name: new RegExp(serial) })
      .waitFor();
  });

  it('shows that there are more units than listed, and leads to all of them [P3-K37]', async () => {
    for (let number = 100; number < 160; number++) await aUnit({ number });
    const page = await opened(ENGINEER);
    await navigation(page).getByRole('combobox', { name: 'Quick search for units' }).fill('40');
    await page.getByText('Unit Found! The first 100 are shown, more found', { exact: true }).waitFor();
    expect(await page.getByRole('option').count()).toBe(100);
    await page.getByRole('button', { name: /^More found/ }).click();
    await page.waitForURL(/unitManagement\?searchText=40/);
  });

  it('signs out [P3-B67]', async () => {
    const page = await opened(NORA);
    const token = await tokenOf(page);
    await navigation(page).getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(/\/login/);
    const answer = await page.request.get('/api/role/access', { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status()).toBe(401);
  });

  itInDepth('is a sheet on a phone, with the same content', async () => {
    const page = await opened(NORA, LOOKS.phone);
    await page.getByRole('button', { name: 'Open the navigation' }).click();
    const sheet = page.getByRole('dialog', { name: 'Go to' });
    for (const name of ['Show as dealer', 'Dealer logo', 'Sign out'])
      await sheet.getByRole('button', { name }).waitFor();
    await sheet.getByRole('combobox', { name: 'Quick search for units' }).waitFor();
    await expectAccessible(page);
    await picture(page, 'navigation-phone');
    await sheet.getByRole('link', { name: 'Units', exact: true }).click();
    await page.waitForURL(/unitManagement/);
    await sheet.waitFor({ state: 'hidden' });
  });
});

describe('recent units', () => {
  it('are ten in the navigation and the first six on the dashboard, per user and shown dealer [P2-K14 P3-K36 P3-B64]', async () => {
    const page = await opened(NORA);
    const authorization = `Bearer ${await tokenOf(page)}`;
    const { user } = await (await page.request.get('/api/role/access', { headers: { authorization } })).json();
    const kept = Array.from({ length: 12 }, (_, index) => ({ UnitSerNum: `4001${10 + index}`, UnitModel: 'MXD-LTE' }));
    await page.evaluate(
      ([key, text]) => localStorage.setItem(key!, text!),
      [`watchkeep.recent-units.${user.user}.${user.dealer}`, JSON.stringify(kept)],
    );
    await page.reload();
    await navigation(page).getByRole('link', { name: /^4001/ }).first().waitFor();
    expect(await navigation(page).getByRole('link', { name: /^4001/ }).count()).toBe(10);
    await expect.poll(() => page.getByRole('main').getByRole('link', { name: /^4001/ }).count()).toBe(6);
    await showAs(page, 'Northwind Oregon');
    expect(await page.getByRole('link', { name: /^4001/ }).count()).toBe(0);
  });
});

describe('showing the portal as a dealer', () => {
  it('replaces the token, reloads the page, is shown on every page, and can be ended [P1-A26 P1-A27 P1-A28 P1-C23 P3-B68 P3-S33 P3-S34]', async () => {
    const page = await opened(NORA);
    const before = await tokenOf(page);
    await showAs(page, 'Northwind Oregon');
    const after = await tokenOf(page);
    expect(after).not.toBe(before);
    const old = await page.request.get('/api/role/access', { headers: { authorization: `Bearer ${before}` } });
    expect(old.status()).toBe(401);
    await navigation(page).getByRole('link', { name: 'Units', exact: true }).click();
    await page.getByRole('row').nth(1).waitFor();
    expect(await shownBar(page).textContent()).toContain('Northwind Oregon');
    await expectAccessible(page);
    await picture(page, 'shown-dealer-light');
    await shownBar(page).getByRole('button', { name: 'Back' }).click();
    await shownBar(page).waitFor({ state: 'detached' });
    await expect.poll(() => tokenOf(page).catch(() => after)).not.toBe(after);
  });

  itInDepth('also changes the other tabs of the browser', async () => {
    const page = await opened(NORA);
    const tab = await page.context().newPage();
    await tab.goto('/unitManagement');
    await navigation(tab).waitFor();
    await showAs(page, 'Northwind Oregon');
    await shownBar(tab).waitFor();
    expect(await tokenOf(tab)).toBe(await tokenOf(page));
  });

  it('is not offered to a dealer without sub-dealers [P1-A26 P3-A15]', async () => {
    const page = await opened(VIEWER);
    await navigation(page).getByRole('button', { name: 'Sign out' }).waitFor();
    expect(await page.getByRole('button', { name: 'Show as dealer' }).count()).toBe(0);
  });

  it('is a drop-down of the header with engineer access, and is hidden without [P3-A13 P1-C24 P1-C25 P3-S32]', async () => {
    const page = await opened(ENGINEER);
    await page.getByRole('button', { name: 'Dealer: Watchkeep. Choose another' }).click();
    const find = page.getByRole('combobox', { name: 'Find a dealer' });
    await page.getByRole('option', { name: /Cedar Home Care/ }).waitFor();
    await expectAccessible(page);
    await picture(page, 'header-dealers-light');
    await find.fill('422');
    await expect.poll(() => page.getByRole('option').allTextContents()).toEqual([expect.stringContaining('TELUS')]);
    await find.press('Enter');
    await shownBar(page).getByText('TELUS Living Well', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Dealer: TELUS Living Well. Choose another' }).waitFor();
    const staff = await opened(STAFF);
    await navigation(staff).waitFor();
    expect(await staff.getByRole('button', { name: /Choose another/ }).count()).toBe(0);
  });
});

describe('the logo of a dealer', () => {
  const PNG = (width: number, height: number) =>
    `(async () => { const c = new OffscreenCanvas(${width}, ${height}); const x = c.getContext('2d'); x.fillStyle = '#0f766e'; x.fillRect(0, 0, ${width}, ${height}); x.fillStyle = '#fff'; x.font = '${height / 2}px sans-serif'; x.fillText('Cedar', ${width / 8}, ${height / 1.5}); const b = await c.convertToBlob({ type: 'image/png' }); return btoa(String.fromCharCode(...new Uint8Array(await b.arrayBuffer()))); })()`;

  it('is chosen by an administrator, resized, and shown in the navigation [P3-B66 P2-M73 P3-M33]', async () => {
    const page = await opened(NORA);
    await showAs(page, 'Northwind Coast');
    const picked = Buffer.from((await page.evaluate(PNG(1200, 400))) as string, 'base64');
    await navigation(page).getByRole('button', { name: 'Dealer logo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Dealer logo' });
    const choose = (name: string, mimeType: string, buffer: Buffer) =>
      dialog.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });

    await choose('logo.svg', 'image/svg+xml', Buffer.from('<svg onload="alert(1)"/>'));
    await dialog.getByText('Only PNG, JPEG and WebP pictures can be a logo', { exact: true }).waitFor();
    await choose('logo.png', 'image/png', Buffer.from('<html>'));
    await dialog.getByText('The picture is damaged', { exact: true }).waitFor();
    await choose('logo.png', 'image/png', picked);
    await dialog.getByRole('img', { name: 'The logo as it will be' }).waitFor();
    await expectAccessible(page);
    await picture(page, 'dealer-logo-light');
    await dialog.getByRole('button', { name: 'Save logo' }).click();
    await page.getByText('Success!', { exact: true }).first().waitFor();
    await dialog.waitFor({ state: 'hidden' });
    const shown = navigation(page).getByRole('link', { name: 'Northwind Coast, to the start' }).locator('img');
    expect(await shown.evaluate(sizeOf)).toEqual([480, 160]);
    await picture(page, 'dealer-logo-shown-light');
    await navigation(page).getByRole('button', { name: 'Dealer logo' }).click();
    await dialog.getByRole('button', { name: 'Remove logo' }).click();
    await navigation(page).getByRole('link', { name: 'Watchkeep, to the start' }).waitFor();
  });
});

describe('settings of tables', () => {
  it('that cannot be read cause a message, and the table works [P1-M35 P3-M34]', async () => {
    const page = await opened(NORA);
    await page.route('**/api/getTableSettings/*', (route) => route.fulfill({ status: 500, json: {} }));
    await navigation(page).getByRole('link', { name: 'Units', exact: true }).click();
    const toast = page.getByText('Problem getting preferences. Please refresh the page and try again', { exact: true });
    await toast.first().waitFor();
    await page.getByRole('row').nth(1).waitFor();
  });

  itInDepth('that cannot be read with their list cause no second message', async () => {
    const page = await opened(NORA);
    const toast = page.getByText(/^Problem getting preferences/);
    for (const path of ['**/api/customers/**', '**/api/getTableSettings/*'])
      await page.route(path, (route) => route.fulfill({ status: 500, json: {} }));
    const settings = page.waitForResponse('**/api/getTableSettings/*');
    await navigation(page).getByRole('link', { name: 'Customers', exact: true }).click();
    await settings;
    await page.getByText('Customers could not be loaded', { exact: true }).waitFor();
    // Longer than a toast takes to appear.
    await page.waitForTimeout(500);
    expect(await toast.count()).toBe(0);
    await page.unroute('**/api/customers/**');
    await page.getByRole('button', { name: 'Try again', exact: true }).click();
    await page.getByRole('row').nth(1).waitFor();
    await toast.first().waitFor();
  });

  it('of exports are separate, and never combine the separate and the combined unit ID [P2-E33 P2-V33]', async () => {
    const page = await opened(NORA);
    await page.goto('/unitManagement');
    const dialog = page.getByRole('dialog', { name: 'Export', exact: true });
    const box = (name: RegExp) => dialog.getByRole('checkbox', { name });
    await page.getByRole('row').nth(1).waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    await dialog.getByText('Unit ID', { exact: true }).click();
    expect([await box(/^Full unit ID/).isChecked(), await box(/^Unit ID/).isChecked()]).toEqual([false, true]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByText('Preferences Updated!', { exact: true }).first().waitFor(),
      dialog.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
    await page.reload();
    await page.getByRole('row').nth(1).waitFor();
    expect(await page.getByRole('columnheader', { name: 'Full unit ID' }).count()).toBe(1);
    await page.getByRole('button', { name: 'Export' }).click();
    await expect.poll(() => box(/^Unit ID/).isChecked()).toBe(true);
    expect(await box(/^Full unit ID/).isChecked()).toBe(false);
  });
});

describe('messages about failures', () => {
  it('are left out for a failed refresh in the background, which keeps the data, with a mark and a line in the log [P1-M05 P2-B140 P3-B91]', async () => {
    const page = await opened(NORA);
    await page.goto('/unitManagement');
    const serial = page
      .getByRole('row')
      .nth(1)
      .getByText(/^\d{6}$/)
      .first();
    await page.goto(`/unitManagement/unitEdit?Unit=${await serial.textContent()}`);
    await page
      .getByRole('tab', { name: 'Overview' })
      .or(page.getByRole('link', { name: 'Overview' }))
      .first()
      .waitFor();
    await page.waitForLoadState('networkidle');
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await page.route(/\/api\/unit\/\d/, (route) => route.fulfill({ status: 403, json: {} }));
    // Data that was just read is not read again.
    await page.waitForTimeout(2_500);
    // As after a sleep of the machine: the data on the screen is read again.
    await page.evaluate("window.dispatchEvent(new Event('offline')), window.dispatchEvent(new Event('online'))");
    await page.getByText(/^Stale since \d+:\d\d [AP]M$/).waitFor();
    expect(logged.join('\n')).toContain('Could not refresh: Forbidden, please try again');
    expect(await page.getByText(/Forbidden, please try again/).count()).toBe(0);
  });

  it('access flags are requested every 500 ms until they arrive [P2-B132 P2-K08]', async () => {
    const page = await openPage();
    const asked: number[] = [];
    await page.route('**/api/role/access', (route) => {
      asked.push(Date.now());
      return asked.length <= 4 ? route.fulfill({ status: 503, json: {} }) : route.continue();
    });
    await signIn(page, NORA);
    await page.getByText('Service Unavailable, please try again', { exact: true }).waitFor();
    await navigation(page).waitFor();
    const pauses = asked.slice(1, 5).map((at, index) => at - asked[index]!);
    for (const pause of pauses) expect(pause).toBeGreaterThanOrEqual(490);
    expect(Math.max(...pauses)).toBeLessThan(2_000);
  });

  it('an unauthorized answer leads to the login with the reason, and from there back [P1-M02 P1-M03]', async () => {
    const page = await opened(NORA);
    await page.route('**/api/units/**', (route) =>
      route.fulfill({
        status: 401,
        json: { code: 'UNAUTHENTICATED', message: 'Please sign in', issues: [], correlationId: 'c' },
      }),
    );
    await page.goto('/unitManagement');
    await page.waitForURL(/\/login\?next=/);
    await page
      .getByText(/session has ended|signed out|sign in again/i)
      .first()
      .waitFor();
    await page.unroute('**/api/units/**');
    await signIn(page, NORA, /unitManagement/);
  });

  it('an unknown path leads to the dashboard [P3-R07]', async () => {
    const page = await opened(NORA);
    await page.goto('/reports/noSuchReport?x=1');
    await page.waitForURL((url) => url.pathname === '/' && url.search === '');
  });
});

describe('a page of another site', () => {
  it('cannot use the session: no cookie carries it, so its requests have no user', async () => {
    const page = await opened(NORA);
    const bare = await page.request.get('/api/role/access');
    expect(bare.status()).toBe(401);
    expect(bare.headers()['set-cookie']).toBeUndefined();
    const token = await tokenOf(page);
    const cookie = { cookie: `session=${token}; watchkeep.session=${token}; authorization=Bearer ${token}` };
    for (const method of ['get', 'put', 'post'] as const)
      expect((await page.request[method]('/api/updateTokenSubDealer', { headers: cookie })).status()).not.toBe(200);
    const used = await page.request.get('/api/role/access', { headers: { authorization: `Bearer ${token}` } });
    expect([used.status(), used.headers()['set-cookie']]).toEqual([200, undefined]);
    expect(await page.context().cookies()).toEqual([]);
  });

  it('gets no answers across origins', async () => {
    const page = await opened(NORA);
    const authorization = `Bearer ${await tokenOf(page)}`;
    const headers = { origin: 'https://evil.example', authorization };
    const answer = await page.request.get('/api/role/access', { headers });
    expect(answer.headers()['access-control-allow-origin']).toBeUndefined();
    const preflight = await page.request.fetch('/api/updateTokenSubDealer', {
      method: 'OPTIONS',
      headers: {
        ...headers,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization',
      },
    });
    expect(preflight.headers()['access-control-allow-origin']).toBeUndefined();
  });

  it('cannot show the portal in a frame', async () => {
    const page = await opened(NORA);
    for (const path of ['/', '/login', '/unitManagement', '/api/role/access']) {
      const { 'content-security-policy': policy, 'x-frame-options': options } = (
        await page.request.get(path)
      ).headers();
      expect({ path, policy, options }).toMatchObject({
        policy: expect.stringContaining("frame-ancestors 'none'"),
        options: 'DENY',
      });
    }
    const origin = new URL(page.url()).origin;
    const evil = await (await openProfile()).newPage();
    await evil.setContent(`<iframe src="${origin}/login"></iframe>`);
    await expect.poll(() => evil.frames().length).toBe(2);
    await evil.waitForTimeout(1_000);
    const framed = await evil
      .frames()[1]!
      .locator('body')
      .textContent({ timeout: 2_000 })
      .catch(() => '');
    expect(framed).not.toMatch(/Sign in/);
  });

  it.each(['//evil.example/x', 'https://evil.example/x', '/\\evil.example', '/\t/evil.example', 'javascript:alert(1)'])(
    'cannot make the login lead to %j',
    async (next) => {
      const page = await openPage();
      await page.goto(`/login?${new URLSearchParams({ next })}`);
      const { origin } = new URL(page.url());
      await signIn(page, NORA, (url: URL) => url.pathname !== '/login');
      expect(new URL(page.url()).origin).toBe(origin);
      expect(new URL(page.url()).pathname).toBe('/');
    },
  );
});
