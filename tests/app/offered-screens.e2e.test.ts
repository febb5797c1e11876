import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { IN_DEPTH } from '#support/depth.ts';
import { enterWith, openPage, userNamed } from '#support/page.ts';
import { aShownSession } from '#support/people.ts';
import { followRequests } from '#support/requests.ts';
import { picture } from '#support/screen.ts';

/** A page of the engineer of the root dealer, who is shown the dealer. */
async function shownAs(dealer: number): Promise<Page> {
  const page = await openPage();
  const { token } = await aShownSession(await userNamed('engineer@watchkeep.example'), dealer);
  await enterWith(page, token);
  await page.goto('/');
  return page;
}

/** Opens each screen of the navigation, and returns what the server refused. */
async function refusedOn(page: Page): Promise<string[]> {
  const untilQuiet = followRequests(page);
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(`${page.url()}: ${response.url()}`);
  });
  const links = page.getByRole('navigation', { name: 'Screens' }).getByRole('link');
  await links.first().waitFor();
  const count = await links.count();
  expect(count).toBeGreaterThan(1);
  for (let index = 0; index < count; index++) {
    await links.nth(index).click();
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
    await untilQuiet();
  }
  return refused;
}

/** The viewer has the fewest screens. The others are for the deep run; in every run looks.e2e.test.ts opens all screens as the engineer. */
const PEOPLE = ['viewer@cedar.example'];
const MORE_PEOPLE = [
  'engineer@watchkeep.example',
  'admin@watchkeep.example',
  'dealer@northwind.example',
  'staff@oregon.example',
];

describe('what the navigation offers', () => {
  it.each(IN_DEPTH ? [...PEOPLE, ...MORE_PEOPLE] : PEOPLE)(
    'opens for %s: no screen asks for what its user may not read',
    async (as) => {
      expect(await refusedOn(await openPage({ as, at: '/' }))).toEqual([]);
    },
  );

  it('opens for an engineer who is shown another dealer: what only the root dealer has is not offered', async () => {
    const page = await shownAs(22);
    expect(await refusedOn(page)).toEqual([]);
    const navigation = page.getByRole('navigation', { name: 'Screens' });
    expect(await navigation.getByRole('link', { name: 'TCP message log', exact: true }).count()).toBe(1);
    for (const name of ['TCP invalid log', 'Transmitters', 'Billing rates'])
      expect([name, await navigation.getByRole('link', { name, exact: true }).count()]).toEqual([name, 0]);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('TCP');
    await page.getByRole('option', { name: /TCP message log/ }).waitFor();
    expect(await page.getByRole('option', { name: /TCP invalid log/ }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.goto('/reports/tcpInvalidLog');
    await page.waitForURL((url) => url.pathname === '/');
  });

  it('leaves a refused page without a retry, which could not help', async () => {
    const page = await openPage({ as: 'dealer@northwind.example', at: '/' });
    const refusal = { code: 'FORBIDDEN', message: 'You do not have access to this', issues: [], correlationId: 'x' };
    await page.route('**/api/dealerSettings', (route) => route.fulfill({ status: 403, json: refusal }));
    await page.goto('/admin/dealerSettings');
    await page.getByRole('alert').getByText('You do not have access to this', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await page.route('**/api/dealerSettings', (route) =>
      route.fulfill({ status: 409, json: { ...refusal, code: 'CONFLICT', message: 'It changed' } }),
    );
    await page.reload();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await picture(page, 'failed-page');
  });

  it('leaves a refused list without a retry too', async () => {
    const page = await openPage({ as: 'engineer@watchkeep.example', at: '/' });
    const refusal = { code: 'FORBIDDEN', message: 'You do not have access to this', issues: [], correlationId: 'x' };
    await page.route('**/api/tcp/invalidLog*', (route) => route.fulfill({ status: 403, json: refusal }));
    await page.goto('/reports/tcpInvalidLog');
    await page.getByRole('alert').getByText('You do not have access to this', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  });
});
