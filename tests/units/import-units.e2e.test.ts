import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { UNITS_OF_AN_IMPORT } from '#core/units/import-file.ts';
import { iccidOf, imeiOf } from '#local/carriers/sim.ts';
import { LOOKS } from '#support/browser.ts';
import { itInDepth } from '#support/depth.ts';
import { openPage } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const csv = (lines: readonly string[]) => ({
  name: 'units.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n')),
});
const HEADER = 'UnitSerNum,UnitModel,IMEI,ICCID1,ICCID2';
const line = (number: number) => `P${number},MXD-LTE,${imeiOf(number)},${iccidOf(0, number)},`;

it('the units of a file are checked, brought in after a question, and their secrets saved', async () => {
  const page = await openPage({ as: 'engineer@watchkeep.example', at: '/unitManagement/import' });
  const file = page.locator('input[type=file]');
  await file.setInputFiles(csv([HEADER, 'P1,MXD-LTE,1,2,']));
  await page.getByText('Line 2: A serial number has 6 letters or digits', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: /^Bring in/ }).count()).toBe(0);
  await expectAccessible(page);
  await file.setInputFiles(csv([HEADER, ...Array.from({ length: 21 }, (_, index) => line(30_000 + index))]));
  await page.getByText('21 units can be brought in', { exact: true }).waitFor();
  await picture(page, 'import-units');
  await page.getByRole('button', { name: 'Bring in 21 units', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Bring in units', exact: true }).click();
  await page.getByText('21 units brought in', { exact: true }).waitFor();
  await expectAccessible(page);
  // The secrets exist nowhere else: neither another page nor another file may drop them.
  await page.getByRole('link', { name: 'Units', exact: true }).first().click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?', exact: true });
  await question.getByText('The secrets are shown only here, and are lost if you leave.', { exact: true }).waitFor();
  await question.getByRole('button', { name: 'Stay', exact: true }).click();
  await file.setInputFiles(csv([HEADER, line(31_000)]));
  await page.getByText('Download the secrets of the last file first', { exact: true }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the secrets', exact: true }).click(),
  ]);
  const saved = readFileSync(await download.path(), 'utf8')
    .trim()
    .split(/\r?\n/);
  expect(saved).toHaveLength(22);
  expect(saved[1]).toMatch(/^"?P30000"?,"?[0-9a-f]{64}"?$/);
  // After the download, the next file is brought in like the first.
  await file.setInputFiles(csv([HEADER, line(31_000)]));
  await page.getByRole('button', { name: 'Bring in 1 unit', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Bring in units', exact: true }).click();
  await page.getByText('1 unit brought in', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Download the secrets', exact: true }).click();
  // The same file again would make the secret void that is in the unit now.
  await file.setInputFiles(csv([HEADER, line(31_000)]));
  await page.getByText(/^1 unit of the file has a secret already\./).waitFor();
  await page.getByRole('button', { name: 'Bring in 1 unit', exact: true }).click();
  const replacing = page.getByRole('alertdialog');
  await replacing.getByText(/1 unit can log in only with the new secret\.$/).waitFor();
  expect(await replacing.getByRole('button', { name: 'Bring in units', exact: true }).isDisabled()).toBe(true);
  await replacing.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('link', { name: 'Units', exact: true }).first().click();
  await page.waitForURL((url) => url.pathname === '/unitManagement');
});

it('while units are brought in, neither another page nor another file drops their secrets', async () => {
  const page = await openPage({ as: 'engineer@watchkeep.example', at: '/unitManagement/import' });
  const file = page.locator('input[type=file]');
  await file.setInputFiles(csv([HEADER, line(32_000)]));
  const bringIn = page.getByRole('button', { name: 'Bring in 1 unit', exact: true });
  await bringIn.waitFor();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/unit/import', async (route) => {
    await released;
    await route.continue();
  });
  await bringIn.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Bring in units', exact: true }).click();
  await page.getByRole('progressbar', { name: 'Units', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Units', exact: true }).first().click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?', exact: true });
  await question.getByText('The secrets are shown only here, and are lost if you leave.', { exact: true }).waitFor();
  await question.getByRole('button', { name: 'Stay', exact: true }).click();
  await file.setInputFiles(csv([HEADER, line(32_001)]));
  const wait = page.getByText('Wait until the last file is done, or stop it', { exact: true });
  await wait.waitFor();
  release();
  await page.getByText('1 unit brought in', { exact: true }).waitFor();
  await wait.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Download the secrets', exact: true }).click();
});

it('a stop waits for the units that are being brought in, so that their secrets are saved', async () => {
  const page = await openPage({ as: 'engineer@watchkeep.example', at: '/unitManagement/import' });
  const lines = Array.from({ length: UNITS_OF_AN_IMPORT + 1 }, (_, index) => line(33_000 + index));
  await page.locator('input[type=file]').setInputFiles(csv([HEADER, ...lines]));
  const bringIn = page.getByRole('button', { name: `Bring in ${lines.length} units`, exact: true });
  await bringIn.waitFor();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let sent = 0;
  await page.route('**/api/unit/import', async (route) => {
    sent += 1;
    const response = await route.fetch();
    await released;
    await route.fulfill({ response });
  });
  await bringIn.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Bring in units', exact: true }).click();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('button', { name: 'Stopping' }).waitFor();
  release();
  await page.getByText('Stopped. The list below has what was done.', { exact: true }).waitFor();
  await page.getByText(`${UNITS_OF_AN_IMPORT} units brought in`, { exact: true }).waitFor();
  expect(sent).toBe(1);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the secrets', exact: true }).click(),
  ]);
  const saved = readFileSync(await download.path(), 'utf8').trim();
  expect(saved.split(/\r?\n/)).toHaveLength(UNITS_OF_AN_IMPORT + 1);
});

it('units that were not brought in can be brought in again, and no secret of the others is lost', async () => {
  const page = await openPage({ as: 'engineer@watchkeep.example', at: '/unitManagement/import' });
  const file = page.locator('input[type=file]');
  const answers: ('lost' | 'refused')[] = ['lost'];
  await page.route('**/api/unit/import', async (route) => {
    const answer = answers.shift();
    if (answer === 'lost') return route.abort();
    if (answer === undefined) return route.continue();
    const body = route.request().postDataJSON();
    const response = await route.fetch({ postData: { ...body, units: body.units.slice(0, 1) } });
    const { outcomes } = await response.json();
    const refused = { UnitSerNum: body.units[1].UnitSerNum, outcome: 'refused', reason: 'Wait 30 seconds' };
    return route.fulfill({ response, json: { outcomes: [...outcomes, refused] } });
  });
  await file.setInputFiles(csv([HEADER, line(34_000), line(34_001)]));
  await page.getByRole('button', { name: 'Check the file again', exact: true }).click();
  const bringIn = page.getByRole('button', { name: 'Bring in 2 units', exact: true });
  await bringIn.waitFor();
  answers.push('refused');
  await bringIn.click();
  const sure = page.getByRole('alertdialog').getByRole('button', { name: 'Bring in units', exact: true });
  await sure.click();
  await page.getByText('1 unit brought in, 1 unit refused', { exact: true }).waitFor();
  await picture(page, 'import-units-refused');
  const others = page.getByRole('button', { name: 'Bring in 1 more unit', exact: true });
  await others.click();
  await sure.click();
  await page.getByRole('list', { name: 'Refused units' }).waitFor({ state: 'hidden' });
  await others.waitFor({ state: 'hidden' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the secrets', exact: true }).click(),
  ]);
  const saved = readFileSync(await download.path(), 'utf8');
  expect(saved.match(/P3400[01]/g)).toEqual(['P34000', 'P34001']);
});

itInDepth('other files than CSV are refused, also on a phone', async () => {
  const page = await openPage({ as: 'engineer@watchkeep.example', at: '/unitManagement/import', look: LOOKS.phone });
  await page.locator('input[type=file]').setInputFiles({ ...csv([HEADER]), name: 'units.xlsx' });
  await page.getByRole('alert').first().waitFor();
  await picture(page, 'import-units-phone');
  await expectAccessible(page);
});
