import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import writeXlsxFile from 'write-excel-file/universal';
import { LOOKS } from '#support/browser.ts';
import { itInDepth } from '#support/depth.ts';
import { openPage } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const AT = '/transmitters';
const csv = (lines: readonly string[]) => ({
  name: 'list.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
});

describe('the transmitters', () => {
  it('of a file are stored after a question, and looked up', async () => {
    const page = await openPage({ as: 'admin@watchkeep.example', at: AT });
    await page.getByRole('button', { name: 'Store transmitters' }).click();
    await page.getByRole('alert').getByText('Enter a type', { exact: true }).waitFor();
    await page.getByLabel('Type', { exact: true }).fill('ASM-Pendant');
    const file = page.locator('input[type=file]');
    await file.setInputFiles(csv(['Serial,RF', 'TX77,A1B2', '=cmd,A1B2', 'Total,2']));
    await page.getByText(/^Line 3: A serial number of an accessory/).waitFor();
    await expectAccessible(page);
    await file.setInputFiles(csv(['Serial,RF', 'TX77,A1B2', 'TX78,A1B3', 'Total,2']));
    await page.getByText('2 transmitters in list.csv', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Store transmitters' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Store transmitters' }).click();
    await page.getByText('2 transmitters stored', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Serial number of the transmitter' }).fill('tx78');
    await page.keyboard.press('Enter');
    await page.getByText('A1B3', { exact: true }).waitFor();
    await expectAccessible(page);
    await picture(page, 'transmitters');
  });

  itInDepth('of an Excel file are read too, and other files are refused', async () => {
    const page = await openPage({ as: 'admin@watchkeep.example', at: AT, look: LOOKS.phone });
    const file = page.locator('input[type=file]');
    await file.setInputFiles({ ...csv(['x']), name: 'list.pdf' });
    await page
      .getByRole('alert')
      .getByText(/^list\.pdf is not accepted/)
      .waitFor();
    const damaged = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504)]);
    for (const name of ['list.xls', 'list.csv']) {
      await file.setInputFiles({ name, mimeType: 'application/octet-stream', buffer: damaged });
      await page.getByRole('alert').getByText('File Type not recognized', { exact: true }).waitFor();
      const buffer = readFileSync(new URL('../reminders/files/transmitters.xls', import.meta.url));
      await file.setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
      await page.getByText(`900 transmitters in ${name}`, { exact: true }).waitFor();
    }
    const cells = [
      ['Serial', 'RF'],
      ['TX80', 'A1B2'],
      ['Total', '1'],
    ];
    const sheet = cells.map((line) => line.map((value) => ({ value, type: String })));
    const buffer = Buffer.from(await (await writeXlsxFile(sheet).toBlob()).arrayBuffer());
    await file.setInputFiles({ name: 'list.xlsx', mimeType: 'application/octet-stream', buffer });
    await page.getByText('1 transmitter in list.xlsx', { exact: true }).waitFor();
    await picture(page, 'transmitters-phone');
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});
