import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { seededFleet } from '#scripts/simulate/seeded-fleet.ts';
import { signIn, tokenOf } from '#support/browser.ts';
import { openPage } from '#support/portal-page.ts';
import { expectAccessible, picture } from '#support/screen.ts';
import { connect, connected, sendLine, transcript } from '../consoles/console-screen.ts';

/** The console of the first simulated unit that is a voice unit, or of the first wearable. */
async function openConsole(kind: 'voice' | 'wearable'): Promise<Page> {
  const fleet = seededFleet(inject('portal').simulated);
  const { UnitSerNum } = fleet.find(({ model }) => (model === 'MXD-LTE') === (kind === 'voice'))!;
  const page = await openPage();
  await page.clock.install();
  await page.goto(`/unitManagement/unitEdit?Unit=${UnitSerNum}`);
  await page.waitForURL(/\/login/);
  await signIn(page, 'engineer@watchkeep.example', /\/unitEdit/);
  const headers = { authorization: `Bearer ${await tokenOf(page)}` };
  const isConnected = async () => {
    const answer = await page.request.get(`/api/unit/${UnitSerNum}`, { headers });
    return ((await answer.json()) as { connection: { connected: boolean } }).connection.connected;
  };
  await expect.poll(isConnected, { timeout: 60_000 }).toBe(true);
  await page.getByRole('complementary', { name: 'Console' }).waitFor();
  return page;
}

/** A message of the unit is shown for this time. */
const MESSAGE_DURATION_MS = 6_000;

describe('the voice console', () => {
  it('connects, shows message, check mark and timer, carries out what it is told, and connects again [P2-B20 P2-B106 P2-B107 P2-B108 P2-R09 P3-B18 P3-B81 P3-B82 P3-B83 P3-B84]', async () => {
    const page = await openConsole('voice');
    await connect(page);
    expect(await page.getByRole('timer').first().textContent()).toMatch(/^\d\d:\d\d:\d\d$/);
    await page.getByLabel('Synced: the unit has all changes').waitFor();
    await transcript(page).getByText('Query', { exact: true }).waitFor();

    await sendLine(page, 'GoToMode Status');
    await page.getByText(/Mode Status/).waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText(/Mode Ready/).waitFor();
    await page.getByRole('button', { name: 'Speaker up' }).click();
    await page.getByRole('group', { name: 'Speaker' }).getByLabel('Level 6 of 9').waitFor();
    await page.getByRole('button', { name: 'Microphone down' }).click();
    await page.getByRole('group', { name: 'Microphone' }).getByLabel('Level 4 of 9').waitFor();
    await sendLine(page, 'VoiceCmd voice on');
    await page
      .getByText(/voice mode/)
      .first()
      .waitFor();
    await sendLine(page, 'MakeCall 18005550100');
    await page
      .getByText(/dialing|in call/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByText(/no call/).waitFor();
    await expectAccessible(page);
    await picture(page, 'console-voice');

    await page.clock.fastForward(MESSAGE_DURATION_MS);
    await page.getByText('Ready for commands', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByText('Closed', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await connected(page);
  });
});

describe('the wearable console', () => {
  it('connects, and lists the locations that it asks for while its timer runs [P2-B21 P2-R10 P2-B111 P2-B112]', async () => {
    const page = await openConsole('wearable');
    await connect(page);
    await transcript(page).getByText('forcePing', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Locate now' }).click();
    expect(await page.getByRole('timer').last().textContent()).toMatch(/^[45]:\d\d$/);
    const locations = page.getByRole('region', { name: 'Latest locations' }).getByRole('listitem');
    await locations.first().waitFor();
    expect(await locations.first().textContent()).toMatch(/(GPS|Wi-Fi)[\s\S]*(ago|just now)/);
  });
});
