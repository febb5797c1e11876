import { describe, expect, it } from 'vitest';
import { instant, MINUTE } from '#core/time.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { LOOKS } from '#support/browser.ts';
import { aUnit } from '#support/fleet.ts';
import { openPage, userNamed } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const OPERATOR = 'operator@monitoring.example';
const NUMBER = '5035550177';
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

  it('is no dead end: it asks for the number, and goes on after a wrong one', async () => {
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
});
