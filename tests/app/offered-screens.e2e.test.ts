import { describe, expect, it } from 'vitest';
import { openPage } from '#support/page.ts';
import { followRequests } from '#support/requests.ts';
import { picture } from '#support/screen.ts';

describe('what the navigation offers', () => {
  it.each([
    'engineer@watchkeep.example',
    'admin@watchkeep.example',
    'dealer@northwind.example',
    'staff@oregon.example',
    'viewer@cedar.example',
  ])('opens for %s: no screen asks for what its user may not read', async (as) => {
    const page = await openPage({ as, at: '/' });
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
    expect(refused).toEqual([]);
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
