import { describe, expect, it } from 'vitest';
import { livePublisher } from '#bridge/adapters/publisher.ts';
import type { dashboard } from '#core/dashboard/contract.ts';
import { dashboardTopic } from '#core/live/messages.ts';
import { orders } from '#core/orders/contract.ts';
import { reminders } from '#core/reminders/contract.ts';
import { HOUR } from '#core/time.ts';
import { units } from '#core/units/contract.ts';
import { RolloutEntity } from '#data/rollouts/entities.ts';
import { shownRollout } from '#data/rollouts/rollouts.ts';
import { HearingEntity } from '#data/units/hearing.ts';
import { ask } from '#support/call.ts';
import { itInDepth } from '#support/depth.ts';
import { newPerson, openPage, seededUnit, userNamed } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';
import type { Output } from '#web/lib/api/api.ts';
import { aRollout } from '../rollouts/a-rollout.ts';

const ENGINEER = 'engineer@watchkeep.example';

const aBulkAction = {
  ...{ action: 'reporting', type: 'on', UnitModel: 'MXD-LTE', state: 'running', attempt: 1, turn: 0 },
  ...{ total: 5, done: 1, failed: 0, isStalled: false, createdBy: 'x', dealerKey: 1 },
  createdAt: '2026-11-21T00:00:00.000Z',
};

describe('the dashboard', () => {
  it('opens with one read', async () => {
    const page = await openPage({ as: ENGINEER });
    const reads: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.method() === 'GET' && /^\/api\/(dashboard|units|bulkAction|pinnedUnits|mySchedule)/.test(pathname))
        reads.push(pathname);
    });
    await page.goto('/');
    await page.getByRole('region', { name: 'Needs you', exact: true }).waitFor();
    expect(reads).toEqual(['/api/dashboard']);
  });

  itInDepth('shows the rollouts that are not over, each with the way to it', async () => {
    const [paused, finished] = [aRollout({ rolloutId: '01K0RPAVSED000000000000000', state: 'paused' }), aRollout()];
    await RolloutEntity.put(paused).go();
    await RolloutEntity.put({ ...finished, state: 'finished' }).go();
    const page = await openPage({ as: ENGINEER, at: '/' });
    const panel = page.getByRole('region', { name: 'Rollouts', exact: true });
    await panel.getByText('Paused', { exact: true }).waitFor();
    expect(await panel.getByRole('listitem').count()).toBe(1);
    await panel.scrollIntoViewIfNeeded();
    await picture(page, 'dashboard-rollouts');
    await panel.getByRole('link').click();
    await page.waitForURL(`**/devTools/rollouts/detail?id=${paused.rolloutId}`);
  });

  it('shows engineers the firmware versions as a chart and a table, each leading to its units [P1-B17 P1-A14]', async () => {
    const page = await openPage({ as: ENGINEER, at: '/' });
    const panel = page.getByRole('region', { name: 'Firmware versions', exact: true });
    const table = panel.getByRole('table', { name: 'Firmware versions of MXD-LTE' });
    await table.waitFor();
    expect(await panel.locator('svg circle').count()).toBeGreaterThan(2);
    await table.scrollIntoViewIfNeeded();
    await picture(page, 'dashboard-firmware');
    await expectAccessible(page);
    const link = table.getByRole('link').first();
    const count = Number(await link.textContent());
    const version = new URL((await link.getAttribute('href'))!, 'http://portal').searchParams.get('FirmVer')!;
    const as = await userNamed(ENGINEER);
    const { lists } = await ask(units.list, { param: 'all', FirmVer: version, pageSize: 1000, as });
    expect(lists['MXD-LTE']).toHaveLength(count);

    const dealer = await newPerson({ first: 'Cy', last: 'Reed', flags: ['UNIT'] });
    const other = await openPage({ as: dealer, at: '/' });
    await other.getByRole('region', { name: 'Needs you', exact: true }).waitFor();
    expect(await other.getByRole('region', { name: 'Firmware versions', exact: true }).count()).toBe(0);
  });

  itInDepth('shows the firmware versions without links to engineers who may not list units [P1-A14]', async () => {
    const as = await newPerson({ first: 'Cyd', last: 'Reed', flags: ['ENGINEER'], dealer: 1 });
    const page = await openPage({ as, at: '/' });
    const table = page.getByRole('table', { name: 'Firmware versions of MXD-LTE' });
    await table.waitFor();
    expect(await table.getByRole('link').count()).toBe(0);
  });

  it('shows fifty firmware versions of a model at first, and all at a press, each leading to its units [P1-B17]', async () => {
    const versions = Array.from({ length: 60 }, (_, index) => ({
      value: `9.0.${index}`,
      count: 60 - index,
      inService: 0,
    }));
    const page = await openPage({ as: ENGINEER });
    await page.route('**/api/dashboard?*', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as Output<typeof dashboard.read>;
      await route.fulfill({ response, json: { ...body, firmware: { ...body.firmware, 'MXD-LTE': versions } } });
    });
    await page.goto('/');
    const panel = page.getByRole('region', { name: 'Firmware versions', exact: true });
    const links = panel.getByRole('table', { name: 'Firmware versions of MXD-LTE' }).getByRole('link');
    const others = panel.getByRole('button', { name: 'Show 10 more with 55 units', exact: true });
    await others.waitFor();
    expect(await links.count()).toBe(50);
    await expectAccessible(page);
    await others.click();
    await links.nth(59).waitFor();
    expect(await links.nth(59).getAttribute('href')).toContain('FirmVer=9.0.59');
    expect(await others.count()).toBe(0);
  });

  itInDepth('shows a batch of reminders that is being scheduled, also to who may not start bulk actions', async () => {
    const as = await newPerson({ first: 'Rea', last: 'Mind', flags: ['UNIT', 'MYSCHEDULER'] });
    const rows = [{ UnitSerNum: 'AAAAAA' }, { UnitSerNum: 'BBBBBB' }];
    await ask(reminders.upload, { type: 'EatAMeal', rows, as: await userNamed(as) });
    const page = await openPage({ as, at: '/' });
    const link = page.getByRole('region', { name: 'Bulk actions', exact: true }).getByRole('link');
    await link.getByText('Reminders for 2 units', { exact: true }).waitFor();
    await link.click();
    await page.waitForURL('**/batchUpload/bulkSchedule?*');
  });

  itInDepth('shows the units opened last only to who may open units', async () => {
    const { UnitSerNum, UnitModel } = seededUnit('MXD-LTE');
    for (const flags of [['UNIT'], ['ORDERS']] as const) {
      const as = await newPerson({ first: 'Una', last: 'Past', flags });
      const page = await openPage({ as, at: '/' });
      const user = await userNamed(as);
      await page.evaluate(
        ([key, kept]) => localStorage.setItem(key!, kept!),
        [`watchkeep.recent-units.${user.UserKey}.${user.DealerKey}`, JSON.stringify([{ UnitSerNum, UnitModel }])],
      );
      await page.goto('/');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByLabel('Loading the dashboard').waitFor({ state: 'hidden' });
      const links = page.getByRole('link', { name: UnitSerNum });
      if (flags[0] === 'UNIT') await links.nth(1).waitFor();
      else expect(await links.count()).toBe(0);
      expect(await page.getByText('Recent units', { exact: true }).count()).toBe(flags[0] === 'UNIT' ? 2 : 0);
    }
  });

  itInDepth('leads to the lists of rollouts and of bulk actions, if it does not show all', async () => {
    const page = await openPage({ as: ENGINEER });
    const actions = Array.from({ length: 6 }, (_, index) => ({
      ...aBulkAction,
      bchKey: `01K0${index}`.padEnd(26, '0'),
    }));
    await page.route('**/api/dashboard?*', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as Output<typeof dashboard.read>;
      const rollouts = [shownRollout(aRollout())];
      await route.fulfill({ response, json: { ...body, rollouts, moreRollouts: true, bulkActions: actions } });
    });
    await page.goto('/');
    const more = page.getByRole('link', { name: 'More rollouts', exact: true });
    expect(await more.getAttribute('href')).toBe('/devTools/rollouts');
    const all = page.getByRole('link', { name: 'All bulk actions', exact: true });
    expect(await all.getAttribute('href')).toBe('/reports/bulkChangeStatus');
    await expectAccessible(page);
  });

  itInDepth('leads from the number of orders under way to the list of exactly those', async () => {
    const as = await newPerson({ first: 'Ora', last: 'Lee', flags: ['UNIT', 'ORDERS'] });
    const page = await openPage({ as, at: '/' });
    const link = page.getByRole('link', { name: /^\d+ orders under way$/ });
    const count = Number.parseInt((await link.textContent())!, 10);
    const asked = page.waitForRequest((request) => request.url().includes('underWay=true'));
    await link.click();
    await asked;
    await page.waitForURL((url) => url.pathname === '/orderStatus' && url.search === '?show=underWay');
    expect(await page.getByRole('checkbox', { name: 'Not shipped yet', exact: true }).isChecked()).toBe(true);
    await page.getByText('Submitted', { exact: true }).nth(1).waitFor();
    await expectAccessible(page);
    const { items } = await ask(orders.allOrders, { underWay: 'true', pageSize: 1000, as: await userNamed(as) });
    expect(items).toHaveLength(count);
    expect(items.every(({ state }) => state !== 'Shipped')).toBe(true);
  });

  itInDepth('reads again at once when orders change, also for a person who sees no units', async () => {
    const as = await newPerson({ first: 'Oda', last: 'Orr', flags: ['ORDERS'] });
    const page = await openPage({ as });
    const subscribed = page
      .waitForEvent('websocket')
      .then((socket) =>
        socket.waitForEvent('framereceived', ({ payload }) => /"subscribed".*"dashboard:/.test(String(payload))),
      );
    await page.goto('/');
    await page.getByRole('link', { name: /^\d+ orders under way$/ }).waitFor();
    await subscribed;
    const again = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/dashboard', {
      timeout: 10_000,
    });
    const { DealerKey } = await userNamed(as);
    livePublisher(() => {}).publish(dashboardTopic(DealerKey), {} as never);
    await again;
  });

  it('says when the portal cannot hear units, and goes on when it hears them again', async () => {
    const page = await openPage({ as: ENGINEER, at: '/' });
    await page.getByRole('region', { name: 'Needs you', exact: true }).waitFor();
    const bar = page.getByRole('alert', { name: 'Outage', exact: true });
    expect(await bar.count()).toBe(0);
    await HearingEntity.put({ heardUntil: Date.now() - 2 * HOUR, outages: [] }).go();
    await page.reload();
    await bar.getByText(/^Pings and alarms stopped arriving 2 h ago\. The fault is in the portal/).waitFor();
    await picture(page, 'dashboard-outage');
    await expectAccessible(page);
    await HearingEntity.put({ heardUntil: Date.now(), outages: [] }).go();
    await page.reload();
    await page.getByRole('region', { name: 'Needs you', exact: true }).waitFor();
    expect(await bar.count()).toBe(0);
  });

  it('shows the announcement until it is dismissed [P1-B18 P1-B20]', async () => {
    const person = await newPerson({ first: 'Eve', last: 'Ng', flags: ['UNIT', 'ENGINEER'] });
    const page = await openPage({ as: person, at: '/' });
    const bar = page.getByRole('region', { name: 'Announcement', exact: true });
    await bar.waitFor();
    await bar.getByRole('button', { name: 'Dismiss the announcement' }).click();
    await bar.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('region', { name: 'Needs you', exact: true }).waitFor();
    expect(await bar.count()).toBe(0);
  });

  itInDepth('shows what has changed since the last visit', async () => {
    const page = await openPage({ as: ENGINEER });
    await page.route('**/api/dashboard?*', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as Output<typeof dashboard.read>;
      const lastVisit = { at: new Date(Date.now() - 86_400_000).toISOString(), numbers: {} };
      await route.fulfill({ response, json: { ...body, lastVisit } });
    });
    await page.goto('/');
    const panel = page.getByRole('region', { name: 'Needs you', exact: true });
    await panel.getByText(/Changes since your last visit/).waitFor();
    expect(await panel.getByText(/^\+\d+ since your last visit$/).count()).toBeGreaterThan(0);
    await picture(page, 'dashboard-since');
    await expectAccessible(page);
  });

  itInDepth('says once that it cannot be read, with what the frame has kept', async () => {
    const page = await openPage({ as: ENGINEER, at: '/' });
    await page.getByRole('region', { name: 'Needs you', exact: true }).waitFor();
    const refused = page.waitForResponse((response) => response.url().includes('/api/role/access'));
    await page.route('**/api/**', (route) => route.fulfill({ status: 500, json: {} }));
    await page.reload();
    await Promise.all([refused, page.getByText('The dashboard could not be read', { exact: true }).waitFor()]);
    await page.waitForTimeout(500);
    expect(await page.getByText(/^Stale since/).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Try again', exact: true }).count()).toBe(1);
  });

  itInDepth('shows the ways to alarms and to orders in one line', async () => {
    const page = await openPage({ as: ENGINEER });
    await page.route('**/api/dashboard?*', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as Output<typeof dashboard.read>;
      await route.fulfill({ response, json: { ...body, openAlarms: { count: 3, more: false } } });
    });
    await page.goto('/');
    const topOf = async (name: RegExp) => (await page.getByRole('link', { name }).boundingBox())!.y;
    expect(await topOf(/^3 open alarms$/)).toBe(await topOf(/^\d+ orders? under way$/));
  });
});
