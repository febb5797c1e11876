import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ota } from '#core/ota/contract.ts';
import { CURRENT_NEEDS_FILE, currentMeans } from '#core/ota/firmware-version.ts';
import { TELL_AN_ENGINEER } from '#core/ota/update.ts';
import { queueMessage } from '#data/unit-configuration/queue-messages.ts';
import { syncQueueStore } from '#data/unit-configuration/sync-queue.ts';
import { LOOKS } from '#support/browser.ts';
import { ask } from '#support/call.ts';
import { itInDepth } from '#support/depth.ts';
import { store, uploaded } from '#support/firmware-upload.ts';
import { aUnit } from '#support/fleet.ts';
import { newPerson, openPage, userNamed } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';
import { runningScope } from '#support/world.ts';

const ENGINEER = 'engineer@watchkeep.example';
const engineer = await userNamed(ENGINEER);
const open = (query = '', options = {}) => openPage({ as: ENGINEER, at: `/devTools/ota${query}`, ...options });

describe('updates of a unit over the air', () => {
  it('are asked for once the serial number has 6 characters, and shown by type [P2-R07 P3-R38 P2-V43 P2-B96]', async () => {
    const { UnitSerNum } = await aUnit({ UnitModel: 'MXD-LTE', FirmVer: '2.2.0.0.5' });
    for (const type of ['PROFILE'] as const) await ask(ota.upload, { serialNumber: UnitSerNum, type, as: engineer });
    const page = await open();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('checkForUpdates')) asked.push(request.url());
    });
    const field = page.getByRole('textbox', { name: 'Serial number', exact: true });
    await field.fill(UnitSerNum.slice(0, 5));
    await page.getByText('Enter the serial number of a unit', { exact: true }).waitFor();
    await page.goto(page.url().replace(/\?.*/, `?serialNumber=${UnitSerNum}7`));
    await page.getByText('Enter the serial number of a unit', { exact: true }).waitFor();
    expect(asked).toEqual([]);
    await field.fill(UnitSerNum);
    await page.getByRole('heading', { name: UnitSerNum, exact: true }).waitFor();
    expect(asked).toHaveLength(1);
    expect(new URL(page.url()).searchParams.get('serialNumber')).toBe(UnitSerNum);
    await expectAccessible(page);
  });

  it('are sent and cancelled; with none left the page says so [P2-B99 P2-M41 P2-M68 P2-M69]', async () => {
    const { UnitSerNum } = await aUnit({ UnitModel: 'MXD-LTE', FirmVer: '2.2.0.0.5' });
    const version = { unitModel: 'MXD-LTE', firmVerType: 'MXDLTE', version: '8.1.0.0.1' } as const;
    await ask(ota.create, {
      ...version,
      file: await uploaded(engineer, 'firmware', Buffer.from('firmware')),
      as: engineer,
    });
    const page = await open(`?serialNumber=${UnitSerNum}`);
    await page.getByRole('button', { name: 'Cancel all updates', exact: true }).click();
    await page.getByText('Nothing to delete', { exact: true }).first().waitFor();
    await page.getByRole('combobox', { name: 'Version' }).selectOption('MXD-LTE/MXDLTE/8.1.0.0.1');
    await page.getByRole('button', { name: 'Send update', exact: true }).click();
    await page.getByText('Firmware will be updated on the next appropriate ping', { exact: true }).first().waitFor();
    const list = page.getByRole('list', { name: 'FIRMWARE', exact: true });
    await list.getByText('MXDLTE 8.1.0.0.1', { exact: true }).waitFor();
    await picture(page, 'ota-unit');
    await page.getByRole('button', { name: 'Cancel MXDLTE 8.1.0.0.1', exact: true }).click();
    await page.getByText('Upload has been cancelled', { exact: true }).first().waitFor();
    await list.waitFor({ state: 'detached' });
  });

  it('are listed by type, and all that is listed is cancelled together: a message to the wearer stays [P2-B96 P2-B99]', async () => {
    const unit = await aUnit({ UnitModel: 'MXD-LTE', FirmVer: '2.2.0.0.5' });
    const { UnitSerNum } = unit;
    const prompt = { file: await uploaded(engineer, 'speech', Buffer.from('prompt 4')), speechIndex: 4 };
    await ask(ota.uploadBatch, { serialNumber: UnitSerNum, files: [prompt], as: engineer });
    const toWearer = { MessageType: 'PLAYMULTITAG', content: { messages: '3' } } as const;
    await queueMessage(await runningScope(engineer), unit, toWearer, Date.now());
    const page = await open(`?serialNumber=${UnitSerNum}`);
    await page.getByRole('list', { name: 'SPEECH', exact: true }).getByText('Prompt 4', { exact: true }).waitFor();
    expect(await page.getByText(/PLAY MESSAGE|PLAYMULTITAG/).count()).toBe(0);
    await page.getByRole('button', { name: 'Cancel all updates', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: `Cancel all updates of ${UnitSerNum}?`, exact: true });
    await question.getByRole('button', { name: 'Cancel all updates', exact: true }).click();
    await page.getByText('No update waits for this unit. Nothing to delete.', { exact: true }).waitFor();
    expect(await syncQueueStore.list(unit)).toMatchObject([{ MessageType: 'PLAYMULTITAG' }]);
  });

  it.each([
    ['what the server says', 409, { code: 'CONFLICT', message: 'The unit is being moved' }, 'The unit is being moved'],
    ['to tell an engineer', 500, { code: 'INTERNAL', message: 'x' }, 'Something went wrong, please tell an Engineer'],
  ])('that are refused say %s, for 20 seconds [P2-M32]', async (_, status, answer, words) => {
    const { UnitSerNum } = await aUnit({ UnitModel: 'MXD-LTE', FirmVer: '2.2.0.0.5' });
    const page = await open(`?serialNumber=${UnitSerNum}`);
    await page.route('**/api/ota/upload', (route) =>
      route.fulfill({ status, json: { ...answer, issues: [], correlationId: 'c' } }),
    );
    await page.clock.install();
    await page.reload();
    await page.getByRole('combobox', { name: 'Update', exact: true }).selectOption('PROFILE');
    // The clock stops some seconds from now, which a busy machine needs to get there.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 5_000));
    await page.getByRole('button', { name: 'Send update', exact: true }).click();
    const toast = page.getByRole('status').getByText(words, { exact: true });
    const runUntil = (count: number, milliseconds: number) =>
      expect
        .poll(async () => {
          await page.clock.runFor(milliseconds);
          return toast.count();
        })
        .toBe(count);
    await runUntil(1, 100);
    await page.clock.runFor(19_500);
    expect(await toast.count()).toBe(1);
    await page.clock.runFor(1_000);
    await runUntil(0, 0);
  });

  it('of voice prompts are uploaded and sent together [P2-B98 P2-E45]', async () => {
    const { UnitSerNum } = await aUnit({ UnitModel: 'MXD-LTE', FirmVer: '2.2.0.0.5' });
    const page = await open(`?serialNumber=${UnitSerNum}`);
    await page.getByRole('combobox', { name: 'Update', exact: true }).selectOption('SPEECH');
    await page.getByRole('combobox', { name: 'Language', exact: true }).selectOption('fr');
    for (const name of ['04 bonjour.wav', '05 merci.wav']) {
      await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'audio/wav', buffer: Buffer.from(name) });
      await page.getByRole('list', { name: 'Voice prompts', exact: true }).getByText(name, { exact: true }).waitFor();
    }
    const update = page.getByRole('combobox', { name: 'Update', exact: true });
    await update.selectOption('PROFILE');
    await page.getByRole('list', { name: 'Voice prompts', exact: true }).waitFor({ state: 'hidden' });
    await update.selectOption('SPEECH');
    await page.getByRole('button', { name: 'Send 2 voice prompts', exact: true }).click();
    const waiting = page.getByRole('list', { name: 'SPEECH', exact: true });
    await waiting.getByText('Prompt 4', { exact: true }).waitFor();
    await waiting.getByText('Prompt 5', { exact: true }).waitFor();
  });

  itInDepth('are cancelled row by row: a row that succeeds leaves the failure of another row', async () => {
    const { UnitSerNum } = await aUnit({ UnitModel: 'MXD-LTE', FirmVer: '2.2.0.0.5' });
    const prompt = async (speechIndex: number) => ({
      file: await uploaded(engineer, 'speech', Buffer.from(`prompt ${speechIndex}`)),
      speechIndex,
    });
    await ask(ota.uploadBatch, { serialNumber: UnitSerNum, files: [await prompt(4), await prompt(5)], as: engineer });
    const page = await open(`?serialNumber=${UnitSerNum}`);
    const failure = page.getByText('The row is refused', { exact: true }).first();
    let refusals = 0;
    await page.route('**/api/ota/cancel**', (route) => {
      refusals += 1;
      return route.fulfill({
        status: 409,
        json: { code: 'CONFLICT', message: 'The row is refused', issues: [], correlationId: 'c' },
      });
    });
    const cancel = (number: number) =>
      page.getByRole('button', { name: `Cancel Prompt ${number}`, exact: true }).press('Enter');
    await cancel(4);
    // The toast stays while the pointer is on it.
    await failure.hover();
    await cancel(5);
    await expect.poll(() => refusals).toBe(2);
    await page.waitForTimeout(300);
    await page.unroute('**/api/ota/cancel**');
    await cancel(4);
    await page.getByText('Upload has been cancelled', { exact: true }).first().waitFor();
    await page.waitForTimeout(300);
    expect(await failure.isVisible()).toBe(true);
    await cancel(5);
    await failure.waitFor({ state: 'hidden' });
  });

  it('go with a console, to connect in voice mode [P2-B103]', async () => {
    const { UnitSerNum } = await aUnit({ UnitModel: 'MXD-LTE', FirmVer: '2.2.0.0.5' });
    const page = await open(`?serialNumber=${UnitSerNum}`);
    await page.getByRole('button', { name: 'Connect in voice mode', exact: true }).click();
    await page.getByRole('button', { name: 'Connect', exact: true }).waitFor();
  });
});

describe('versions of firmware', () => {
  it('are created with their file, and one is current [P2-B97 P2-B100 P2-K45]', async () => {
    const page = await open('?tab=versions');
    await page.getByRole('button', { name: 'New version', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'New version', exact: true });
    await dialog.getByRole('textbox', { name: /^Version/ }).fill('8.2.0.0.1');
    await dialog.getByText('Usually MXD-LTE/8_2_0_0_1.bin', { exact: true }).waitFor();
    const current = dialog.getByRole('checkbox', { name: 'Make it the current version', exact: true });
    expect(await current.isDisabled()).toBe(true);
    await dialog.getByText(CURRENT_NEEDS_FILE, { exact: true }).waitFor();
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'mxd.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(2048, 7) });
    // The form moves up when the file has come: a click before that can miss the box.
    await dialog.getByRole('textbox', { name: 'Location' }).waitFor({ state: 'detached' });
    await dialog.getByText('Make it the current version', { exact: true }).click();
    const means = (unitModel: 'MXD-LTE', firmVerType: 'MXDLTE' | 'Telit') =>
      dialog.getByText(currentMeans({ unitModel, firmVerType }), { exact: true }).waitFor();
    await means('MXD-LTE', 'MXDLTE');
    const type = dialog.getByRole('combobox', { name: 'Type', exact: true });
    await type.selectOption('Telit');
    await means('MXD-LTE', 'Telit');
    await type.selectOption('MXDLTE');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create version', exact: true }).click();
    await page.getByText('MXDLTE 8.2.0.0.1 was created', { exact: true }).first().waitFor();
    const row = page.getByRole('listitem').filter({ hasText: /MXDLTE 8\.2\.0\.0\.1/ });
    await row.getByText('Current', { exact: true }).waitFor();
    expect(await row.textContent()).toMatch(/FREE · 2 KB · mxd\.bin · released/);
    await picture(page, 'ota-versions');
  });

  it('have files that go on where they stopped, after a lost connection and after a reload [P2-B97]', async () => {
    const page = await open('?tab=versions');
    const buffer = Buffer.alloc(11 * 1024 * 1024, 'firmware');
    const choose = async () => {
      await page.getByRole('button', { name: 'New version', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'New version', exact: true });
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'large.bin', mimeType: 'application/octet-stream', buffer });
      return dialog;
    };
    const sent: string[] = [];
    const part = async (answer: (route: Route, number: string) => Promise<void> | void) => {
      await page.unroute('**/*uploadId=*');
      await page.route('**/*uploadId=*', async (route) => {
        if (route.request().method() !== 'PUT') return route.continue();
        const number = new URL(route.request().url()).searchParams.get('partNumber')!;
        sent.push(number);
        await answer(route, number);
      });
    };
    // The connection is lost during the second part, and the third one does not end.
    let isLost = false;
    await part(async (route, number) => {
      if (number === '3') return;
      if (number === '1' || isLost) return route.continue();
      isLost = true;
      // The portal is not reached either, for a moment.
      await page.route('**/api/ota/file', (call) => call.abort(), { times: 1 });
      return route.abort();
    });
    const dialog = await choose();
    await expect.poll(() => sent, { timeout: 20_000 }).toEqual(['1', '2', '2', '3']);
    await dialog.getByText(/^10 MB of 11 MB$/).waitFor();
    await page.reload();
    sent.length = 0;
    await part((route) => route.continue());
    const again = await choose();
    await again.getByText('11 MB · uploaded', { exact: true }).waitFor();
    expect(sent).toEqual(['3']);
  });

  itInDepth('have uploads that are cancelled, which deletes what has arrived', async () => {
    const page = await open('?tab=versions');
    await page.getByRole('button', { name: 'New version', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'New version', exact: true });
    await page.route('**/*uploadId=*', () => {});
    const aborted = page.waitForResponse((response) => response.url().endsWith('/api/ota/file/abort'));
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'cancelled.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(4096, 9) });
    await dialog.getByRole('button', { name: 'Cancel the upload of cancelled.bin', exact: true }).click();
    expect((await aborted).status()).toBe(200);
    await dialog.getByText(/Drop it here/).waitFor();
  });

  it.each(['file', 'file/complete'])(
    'say when the call %s fails that a file was not uploaded [P2-M32]',
    async (path) => {
      const page = await open('?tab=versions');
      await page.getByRole('button', { name: 'New version', exact: true }).click();
      const json = { code: 'INTERNAL', message: 'x', correlationId: 'c' };
      await page.route(`**/api/ota/${path}`, (route) => route.fulfill({ status: 500, json }));
      await page
        .getByRole('dialog', { name: 'New version', exact: true })
        .locator('input[type=file]')
        .setInputFiles({ name: 'failed.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(4096, 7) });
      await page.getByText(TELL_AN_ENGINEER, { exact: true }).first().waitFor({ timeout: 20_000 });
    },
  );

  it('that were signed are made current after a question', async () => {
    const file = await uploaded(engineer, 'firmware', Buffer.from('firmware that is offered again'));
    const version = '8.4.0.0.1';
    await ask(ota.create, { unitModel: 'MXD-LTE', firmVerType: 'MXDLTE', version, file, as: engineer });
    const page = await open('?tab=versions');
    const row = page.getByRole('listitem').filter({ hasText: /MXDLTE 8\.4\.0\.0\.1/ });
    await row.getByRole('button', { name: 'Make current: MXDLTE 8.4.0.0.1', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Make MXDLTE 8.4.0.0.1 the current version?', exact: true });
    await expectAccessible(page);
    await Promise.all([
      page.getByText('MXDLTE 8.4.0.0.1 is the current version', { exact: true }).first().waitFor(),
      question.getByRole('button', { name: 'Make current', exact: true }).click(),
    ]);
    await row.getByText('Current', { exact: true }).waitFor();
    expect(await row.getByRole('button').count()).toBe(0);
  });

  itInDepth('have no file once it was removed, and wait for one that is being uploaded', async () => {
    const page = await open('?tab=versions');
    await page.getByRole('button', { name: 'New version', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'New version', exact: true });
    const choose = (name: string) =>
      dialog
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(name) });
    const create = dialog.getByRole('button', { name: 'Create version', exact: true });
    await dialog.getByRole('textbox', { name: 'Version', exact: true }).fill('8.5.0.0.1');
    await choose('wrong.bin');
    const location = dialog.getByRole('textbox', { name: 'Location' });
    await location.waitFor({ state: 'detached' });
    await dialog.getByText('Make it the current version', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Remove wrong.bin', exact: true }).click();
    await location.waitFor();

    await page.route('**/*uploadId=*', () => {});
    await choose('slow.bin');
    await dialog.getByRole('button', { name: 'Cancel the upload of slow.bin', exact: true }).waitFor();
    await create.focus();
    await page.getByRole('tooltip', { name: 'The file is being uploaded', exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?', exact: true });
    await question.getByText(/slow\.bin/).waitFor();
    await question.getByRole('button', { name: 'Keep editing', exact: true }).click();
    await dialog.getByRole('button', { name: 'Cancel the upload of slow.bin', exact: true }).click();

    const created = page.waitForRequest((request) => request.url().endsWith('/api/ota/create'));
    await create.click();
    const sent = (await created).postDataJSON();
    expect(sent).not.toHaveProperty('file');
    expect(sent.makeCurrent).toBe(false);
    await page.getByText('MXDLTE 8.5.0.0.1 was created', { exact: true }).first().waitFor();
  });

  it('without a file are not offered for sending; once the file has come, it is signed', async () => {
    const { UnitSerNum } = await aUnit({ UnitModel: 'MXD-LTE', FirmVer: '2.2.0.0.5' });
    const { location } = await ask(ota.create, {
      ...{ unitModel: 'MXD-LTE', firmVerType: 'MXDLTE', version: '8.3.0.0.1', as: engineer },
    });
    const page = await open('?tab=versions');
    const row = page.getByRole('listitem').filter({ hasText: /MXDLTE 8\.3\.0\.0\.1/ });
    await row.getByText('Not signed', { exact: true }).waitFor();
    const sign = row.getByRole('button', { name: 'Sign the file of MXDLTE 8.3.0.0.1', exact: true });
    const confirm = async () => {
      await sign.click();
      const question = page.getByRole('alertdialog', { name: 'Sign the file of MXDLTE 8.3.0.0.1?', exact: true });
      const consequence = `Units take the file ${location} from then on. Another file cannot take its place.`;
      await question.getByText(consequence, { exact: true }).waitFor();
      await question.getByRole('button', { name: 'Sign file', exact: true }).click();
    };
    await confirm();
    await page.getByText(`There is no file ${location} yet`, { exact: true }).first().waitFor();
    await store('firmware', location, Buffer.from('firmware that came later'));
    await Promise.all([
      page.getByText('The file of MXDLTE 8.3.0.0.1 is signed', { exact: true }).first().waitFor(),
      confirm(),
    ]);
    await sign.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Signing key', exact: true }).waitFor();
    await page.goto(page.url().replace('tab=versions', `serialNumber=${UnitSerNum}`));
    await page.getByRole('combobox', { name: 'Version' }).selectOption('MXD-LTE/MXDLTE/8.3.0.0.1');
  });

  it('have release notes, also those of the app [P2-B101 P2-M70 P2-E39]', async () => {
    const page = await open('?tab=notes');
    await page.getByRole('button', { name: 'New notes: app', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'New release notes', exact: true });
    await dialog.getByRole('textbox', { name: 'Version' }).fill('3.4.1');
    await dialog.getByRole('textbox', { name: 'Summary' }).fill('Shows the battery of caregivers’ units');
    await dialog.getByRole('textbox', { name: 'Released on', exact: true }).fill('11/21/2026');
    await dialog.getByRole('textbox', { name: 'Cost over the air', exact: true }).fill('4.50');
    const link = 'https://news.example.com/3.4.1';
    await dialog.getByRole('textbox', { name: 'More information', exact: true }).fill(link);
    await dialog.getByRole('button', { name: 'Add detail', exact: true }).click();
    await dialog.getByLabel('Detail 1', { exact: true }).selectOption('Feature');
    await dialog.getByRole('textbox', { name: 'Text 1' }).fill('Battery on the first page');
    await expectAccessible(page);
    await picture(page, 'ota-notes');
    await dialog.getByRole('button', { name: 'Save release notes', exact: true }).click();
    await page.getByText('Version Updated', { exact: true }).first().waitFor();
    await page.getByText('Shows the battery of caregivers’ units', { exact: true }).waitFor();
    const row = page.getByRole('listitem').filter({ hasText: /^3\.4\.1/ });
    expect(await row.textContent()).toMatch(/ · \$4\.50 over the air, \$0\.00 over a bridge · released .*2026/);
    expect(await row.getByRole('link', { name: 'More information', exact: true }).getAttribute('href')).toBe(link);
    await row.getByRole('button', { name: 'Edit the notes of 3.4.1', exact: true }).click();
    const again = page.getByRole('dialog', { name: 'Release notes of 3.4.1', exact: true });
    expect(await again.getByRole('textbox', { name: 'Released on', exact: true }).inputValue()).toBe('11/21/2026');
  });

  it('that cannot be read say so [P2-M29]', async () => {
    const page = await open('?tab=notes');
    await page.getByRole('button', { name: 'New notes: app', exact: true }).waitFor();
    await page.route('**/api/ota/loadVersions*', (route) => route.abort());
    await page.goto(page.url().replace('notes', 'versions'));
    await page.getByText('Error getting version history', { exact: true }).first().waitFor();
  });

  it.each(['light', 'dark', 'phone'] as const)(
    'are counted over the fleet, in a pie and in words (%s) [P2-B102]',
    async (look) => {
      const page = await open('?tab=fleet', { look: LOOKS[look] });
      const list = page.getByRole('list', { name: 'Units by firmware version', exact: true });
      await list.waitFor();
      const parts = await list.getByRole('listitem').count();
      expect(await page.locator('svg circle title').count()).toBe(parts);
      expect(
        await page
          .getByRole('listitem')
          .filter({ hasText: /^2\.2\.0\.0\.5\s*[\d,]+ units?, \d+\.\d %$/ })
          .count(),
      ).toBe(1);
      await expectAccessible(page);
      await picture(page, `ota-fleet-${look}`);
    },
  );
});

it('is for engineers only: others see the dashboard [P2-A03]', async () => {
  const page = await openPage({ as: 'dealer@northwind.example', at: '/devTools/ota' });
  await page.waitForURL((url) => url.pathname === '/');
});

itInDepth('offers changes of versions and notes to engineers of the root dealer only', async () => {
  const as = await newPerson({ first: 'Kim', last: 'Example', flags: ['ENGINEER'], dealer: 22 });
  await ask(ota.create, { unitModel: 'MXD-LTE', firmVerType: 'MXDLTE', version: '8.9.0.0.1', as: engineer });
  const page = await openPage({ as, at: '/devTools/ota?tab=versions' });
  const reason = page.getByText('Only engineers of the root dealer change versions and release notes', { exact: true });
  await page
    .getByText(/^MXDLTE 8\.9\.0\.0\.1/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'New version', exact: true }).hover();
  await reason.first().waitFor();
  expect(await page.getByRole('button', { name: /^(Sign the file|Make current)/ }).count()).toBe(0);
  await page.goto('/devTools/ota?tab=notes');
  await page.getByRole('button', { name: 'New notes: app', exact: true }).hover();
  await reason.first().waitFor();
  expect(await page.getByRole('button', { name: /^Edit the notes/ }).count()).toBe(0);
});

describe('the page of a unit', () => {
  it('leads to its updates, and requests the offered firmware [P2-B42 P2-C14]', async () => {
    const { UnitSerNum } = await aUnit({ UnitModel: 'myConnect', FirmVer: '2.0.0.1' });
    const version = {
      unitModel: 'myConnect',
      firmVerType: 'myConnect',
      version: '98.1.0.0',
      upgradePrice: 900,
    } as const;
    const file = await uploaded(engineer, 'firmware', Buffer.from('firmware'));
    await ask(ota.create, { ...version, file, makeCurrent: true, as: engineer });
    const details = {
      summary: 'Finds its wearer faster',
      details: [{ type: 'Feature' as const, text: 'New location' }],
    };
    await ask(ota.saveNotes, {
      version: '98.1.0.0',
      type: 'unit',
      details: { ...details, moreInfoLink: 'https://news.example.com/98', costOTA: '9.00', costBridge: '0.00' },
      as: engineer,
    });
    const page = await openPage({ as: ENGINEER, at: `/unitManagement/unitEdit?Unit=${UnitSerNum}` });
    const choose = async (item: string) => {
      await page.getByRole('button', { name: 'More actions', exact: true }).click();
      await page.getByRole('menuitem', { name: item, exact: true }).click();
    };
    await choose('Update the firmware…');
    const dialog = page.getByRole('dialog', { name: `Update the firmware of ${UnitSerNum}`, exact: true });
    await dialog.getByText('Finds its wearer faster', { exact: true }).waitFor();
    const more = dialog.getByRole('link', { name: 'More information', exact: true });
    expect(await more.getAttribute('href')).toBe('https://news.example.com/98');
    expect(await dialog.getByRole('combobox').locator('option').allTextContents()).toEqual([
      'Over the air: $9.00',
      'By USB cable: FREE',
    ]);
    await expectAccessible(page);
    await picture(page, 'upgrade-dialog');
    await dialog.getByRole('button', { name: 'Update to 98.1.0.0', exact: true }).click();
    await page.getByText('Firmware will be updated on the next appropriate ping', { exact: true }).first().waitFor();
    await choose('Over the air');
    await page
      .getByRole('list', { name: 'FIRMWARE', exact: true })
      .getByText('myConnect 98.1.0.0', { exact: true })
      .waitFor();
    expect(new URL(page.url()).searchParams.get('serialNumber')).toBe(UnitSerNum);
  });
});
