import { beforeAll, expect, it } from 'vitest';
import { askerOf } from '#core/auth/identities.ts';
import { DAY, MINUTE } from '#core/time.ts';
import { giverOf } from '#data/consoles/command-audit.ts';
import { commandStore } from '#data/consoles/commands.ts';
import { consoleSessionStore } from '#data/consoles/sessions.ts';
import { protocolLogStore } from '#data/history/protocol-log.ts';
import { LOOKS } from '#support/browser.ts';
import { newPerson, openPage, seededUnit, userNamed } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';
import { scopeOf } from '#support/world.ts';

const ENGINEER = 'engineer@watchkeep.example';
const unit = seededUnit('MXD-LTE');
const { UnitSerNum } = unit;
const THEN = Date.now() - DAY;

beforeAll(async () => {
  const scope = scopeOf(await userNamed(ENGINEER));
  const connectionId = 'a browser of yesterday';
  await consoleSessionStore.use({ scope, connectionId, unit }, THEN);
  const given = { command: 'SpeakerVol', arguments: { level: 7 }, validUntil: THEN + MINUTE, givenBy: scope.userName };
  const giver = giverOf(scope, unit, { by: askerOf(scope), needs: [] });
  const command = { UnitSerNum, commandId: 'yesterday', ...given, DealerKey: 1, giver };
  await commandStore.queue(command, THEN);
  await commandStore.end(
    UnitSerNum,
    'yesterday',
    { outcome: 'done', result: { outcome: 'done', answer: {} } },
    THEN + 900,
  );
  for (let count = 0; count < 510; count++)
    await protocolLogStore.record({
      ...{
        id: `9-${count}`,
        receivedAt: THEN + 1_000 + count,
        UnitSerNum,
        kind: 'report',
        messageType: 'event',
        raw: '',
      },
      content: { type: 'event', EventCode: count === 0 ? 101 : 602 },
    });
  await consoleSessionStore.end(UnitSerNum, connectionId, THEN + MINUTE);
});

it('the transcript of a console session opens from the timeline, and has its earlier lines on demand', async () => {
  const page = await openPage({ as: ENGINEER, at: `/unit/history?UnitSerNum=${UnitSerNum}`, look: LOOKS.light });
  const entry = page.getByRole('row').filter({ hasText: `opened the console of ${UnitSerNum}` });
  await entry.getByRole('button', { name: 'Transcript' }).click();
  const log = page.getByRole('dialog').getByRole('log', { name: 'Transcript' });
  await log.getByText('event 602 (Periodic test)', { exact: true }).first().waitFor();
  expect(await log.getByText('event 101 (Help button)', { exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'Show earlier lines' }).click();
  await log.getByText('event 101 (Help button)', { exact: true }).waitFor();
  await log.getByText(/^[^:]+: SpeakerVol 7$/).waitFor();
  await log.getByText('SpeakerVol 7', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Show earlier lines' }).count()).toBe(0);
  await log.evaluate((element) => element.scrollTo({ top: 0 }));
  await picture(page, 'console-transcript');
  await expectAccessible(page);
  // The address opens it again.
  await page.reload();
  await log.getByText('event 602 (Periodic test)', { exact: true }).first().waitFor();
});

it('who only reads reports sees the session, but no transcript', async () => {
  const as = await newPerson({ first: 'Rita', last: 'Reader', dealer: 1, flags: ['REPORTS'] });
  const page = await openPage({ as, at: `/unit/history?UnitSerNum=${UnitSerNum}` });
  const entry = page.getByRole('row').filter({ hasText: `opened the console of ${UnitSerNum}` });
  await entry.waitFor();
  expect(await entry.getByRole('button').count()).toBe(0);
});
