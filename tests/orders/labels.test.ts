import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { hasUnitIDLabels, labelText } from '#core/orders/labels.ts';
import { code128, labelSheets, qrCode } from '#web/features/orders/label-sheet.ts';

const item = { LineID: 'L7', label: 'Default', UseSerNumAsUID: false, product: 'myConnect', NoUnitIDs: false } as const;
const unit = { UnitID: '0012', UnitSerNum: 'AB12CD' };

describe('unit ID labels', () => {
  it('are for myConnect units of a dealer with the rule, which have unit IDs [P1-A24]', () => {
    expect(hasUnitIDLabels({ unitIDLabel: true }, item)).toBe(true);
    expect(hasUnitIDLabels({ unitIDLabel: false }, item)).toBe(false);
    expect(hasUnitIDLabels({ unitIDLabel: true }, { ...item, product: 'MXD-LTE' })).toBe(false);
    expect(hasUnitIDLabels({ unitIDLabel: true }, { ...item, NoUnitIDs: true })).toBe(false);
  });

  it('say what the label setting of the item wants', () => {
    expect(labelText(item, unit)).toBe('L7-0012');
    expect(labelText({ ...item, label: 'No Unit ID Dash' }, unit)).toBe('L70012');
    expect(labelText({ ...item, label: 'Serial Number Only' }, unit)).toBe('AB12CD');
    expect(labelText({ ...item, UseSerNumAsUID: true }, { ...unit, UnitSerNum: '' })).toBe('');
    expect(labelText({ ...item, UseSerNumAsUID: true }, unit)).toBe('AB12CD');
    for (const label of ['Default', 'No Unit ID Dash'] as const)
      expect(labelText({ ...item, label }, { ...unit, UnitID: '' })).toBe('');
  });

  it('have bars and a QR code of the text', () => {
    // Code 128: a start of 11 modules, each character and the check 11, the stop 13.
    expect(code128('L7-0012', () => 1).width).toBeGreaterThanOrEqual(11 + 5 * 11 + 11 + 13);
    expect(code128('L7-0012', () => 1).path).not.toBe(code128('L7-0013', () => 1).path);
    expect(qrCode('L7-0012')).toMatchObject({ width: 21 });
    expect(qrCode('L7-0012').path).not.toBe(qrCode('L7-0013').path);
  });

  it('are 30 on a sheet', async () => {
    const pdf = await labelSheets(Array.from({ length: 31 }, (_, index) => `L7-${index}`));
    expect((await PDFDocument.load(pdf)).getPageCount()).toBe(2);
  });
});
