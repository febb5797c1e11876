import { describe, expect, it } from 'vitest';
import { instant, MINUTE } from '#core/time.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { deliveryStore } from '#data/monitoring-centers/deliveries.ts';
import { changeLook, LOOKS } from '#support/browser.ts';
import { itInDepth } from '#support/depth.ts';
import { aUnit } from '#support/fleet.ts';
import { newPerson, openPage, userNamed } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const OPERATOR = 'operator@monitoring.example';
const NUMBER = '5035550177';
const DELIVERED_NUMBER = '5035550176';
const { DealerKey } = await userNamed(OPERATOR);
const { UnitSerNum } = await aUnit({ dealer: DealerKey, MSISDN1: NUMBER });
const now = Date.now();
for (const [index, eventType] of ['Event 101', 'Event 602'].entries()) {
  const timeStamp = instant(now - (index + 1) * 5 * MINUTE);
  await unitLogStore.recordEvent(UnitSerNum, `1-${index}`, {
    timeStamp,
    receivedAt: timeStamp,
    sequence: index,
    eventType,
  });
}

describe('the view of a monitoring centre', () => {
  it('shows each try to deliver an alarm', async () => {
    const unit = await aUnit({ dealer: DealerKey, MSISDN1: DELIVERED_NUMBER });
    const at = instant(now - MINUTE);
    const event = { timeStamp: at, receivedAt: at, sequence: 41, eventType: 'Event 101' };
    await unitLogStore.recordEvent(unit.UnitSerNum, '1-41', event);
    const key = { UnitSerNum: unit.UnitSerNum, event: `${at}~1-41`, mcKey: 'beacon' };
    const delivery = await deliveryStore.open(key, 'Beacon Response', event);
    const tries = [
      { at, place: 'main', ok: false, detail: 'The connection was refused' },
      { at, place: 'second', ok: true, detail: 'ACK' },
    ] as const;
    await deliveryStore.record(delivery, { state: 'delivered', round: 1, tries, deliveredAt: at }, 'a worker');
    const page = await openPage({ as: OPERATOR, at: `/monitoringCenter?phoneNumber=${DELIVERED_NUMBER}` });
    const deliveries = page.getByRole('list', { name: 'Deliveries' });
    await deliveries.getByText('Delivered', { exact: true }).waitFor();
    await deliveries.getByText('2 tries', { exact: true }).click();
    await deliveries.getByText(/· Second address · ACK$/).waitFor();
    await expectAccessible(page);
    for (const look of ['light', 'phone'] as const) {
      await page.setViewportSize(LOOKS[look].viewport!);
      await picture(page, `monitoring-centre-deliveries-${look}`);
    }
  });

  it.each(['light', 'dark', 'phone'] as const)(
    'shows the unit of a call and its recent events (%s) [P3-B17 P3-R33]',
    async (look) => {
      const page = await openPage({ as: OPERATOR, look: LOOKS[look], at: `/monitoringCenter?phoneNumber=+1${NUMBER}` });
      await page.getByRole('list', { name: 'Units with this number' }).waitFor();
      const events = page.getByRole('list', { name: 'Recent events' }).getByRole('listitem');
      await expect.poll(() => events.count()).toBe(2);
      expect(await events.first().textContent()).toContain('Event 101');
      await expectAccessible(page);
      await picture(page, `monitoring-centre-call-${look}`);
    },
  );

  it('shows what the unit reports during the call', async () => {
    const page = await openPage({ as: OPERATOR });
    await page.clock.install();
    await page.goto(`/monitoringCenter?phoneNumber=${NUMBER}`);
    const events = page.getByRole('list', { name: 'Recent events' }).getByRole('listitem');
    await expect.poll(() => events.count()).toBe(2);
    const timeStamp = instant(Date.now());
    await unitLogStore.recordEvent(UnitSerNum, '2-1', {
      timeStamp,
      receivedAt: timeStamp,
      sequence: 9,
      eventType: 'Event 110',
    });
    await page.clock.runFor(20_000);
    await expect.poll(() => events.first().textContent()).toContain('Event 110');
  });

  itInDepth('is no dead end: it asks for the number, and goes on after a wrong one', async () => {
    const page = await openPage({ as: OPERATOR, at: '/' });
    await page.waitForURL('/monitoringCenter');
    await page.getByText('No call is open', { exact: true }).waitFor();
    await expectAccessible(page);
    await picture(page, 'monitoring-centre-light');
    const field = page.getByLabel('Phone number of the caller');
    await field.fill('nobody');
    await field.press('Enter');
    await page.getByText('Enter the digits of a phone number', { exact: true }).waitFor();
    await field.fill('999 555 0000');
    await field.press('Enter');
    await page.getByText('No results found', { exact: true }).waitFor();
    await field.fill(NUMBER);
    await field.press('Enter');
    await page.getByRole('list', { name: 'Recent events' }).waitFor();
  });

  it('lets an operator take an alarm, note what happens and close it [P3-B19]', async () => {
    const page = await openPage({ as: OPERATOR, at: `/monitoringCenter?phoneNumber=${NUMBER}` });
    const alarm = page
      .getByRole('list', { name: 'Recent events' })
      .getByRole('listitem')
      .filter({ hasText: /Event 101/ });
    const button = (name: string) => page.getByRole('button', { name: `${name}: Event 101`, exact: true });
    const dialog = page.getByRole('dialog');
    await alarm.getByText('Nobody has the alarm', { exact: true }).waitFor();
    const place = (await button('Take').boundingBox())!;
    await button('Take').click();
    await alarm.getByText('You have the alarm', { exact: true }).waitFor();
    await alarm.getByText(/^Answered after /).waitFor();
    // A second click in the same place must not give the alarm away.
    const release = (await button('Release').boundingBox())!;
    expect(release.x + release.width, 'no overlap').toBeLessThanOrEqual(place.x);
    await button('Note').click();
    await dialog.getByRole('textbox', { name: /^Text/ }).fill('She wants an ambulance');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save note', exact: true }).click();
    await page
      .getByRole('list', { name: 'Notes on Event 101' })
      .getByText(/She wants an ambulance$/)
      .waitFor();
    for (const [look, its] of Object.entries(LOOKS)) {
      await changeLook(page, its);
      await picture(page, `monitoring-centre-alarm-${look}`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    // The list is not read again before the next change: what was changed here counts at once.
    await page.route('**/api/mc/recentEvents*', () => {});
    await button('Note').click();
    await dialog.getByRole('textbox', { name: /^Text/ }).fill('The ambulance is on its way');
    await page.getByRole('button', { name: 'Save note', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await button('Close').click();
    await page.getByRole('dialog', { name: `Close the alarm of ${UnitSerNum}`, exact: true }).waitFor();
    await dialog.getByRole('combobox', { name: /^Ended as/ }).selectOption({ label: 'Emergency services sent' });
    await page.getByRole('button', { name: 'Close alarm', exact: true }).click();
    await alarm.getByText(/^Emergency services sent, closed by /).waitFor();
    await expectAccessible(page);
  });

  it('offers engineers the logs of the unit, and nobody else [P3-A17]', async () => {
    const at = `/monitoringCenter?phoneNumber=${NUMBER}`;
    const page = await openPage({ as: 'engineer@watchkeep.example', at });
    const found = page.getByRole('main').getByRole('listitem').filter({ hasText: UnitSerNum });
    await found.getByRole('link', { name: 'Debug log', exact: true }).waitFor();
    expect(await found.getByRole('link', { name: 'TCP message log', exact: true }).getAttribute('href')).toBe(
      `/reports/tcpMessageLog?UnitSerNum=${UnitSerNum}`,
    );
    const viewer = await newPerson({ first: 'Kim', last: 'Viewer', dealer: DealerKey, flags: ['UNIT_VIEW'] });
    const other = await openPage({ as: viewer, at });
    const seen = other.getByRole('main').getByRole('listitem').filter({ hasText: UnitSerNum });
    await seen.waitFor();
    expect(await seen.getByRole('link').count()).toBe(1);
  });
});
