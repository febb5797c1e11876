import { describe, expect, it } from 'vitest';
import { exportIn, NO_EXPORT, NOT_JSON } from '#core/monitoring-centers/alarm-export.ts';

const AT = '2026-11-21T17:00:00.000Z';
const CONTENT = {
  ...{ kind: 'alarm', exportedAt: AT, exportedBy: 'Ada Board', UnitSerNum: '400123', UnitModel: 'MXD-LTE' },
  ...{ unitID: 'C1-4021', DealerName: 'Northwind', timeStamp: AT, sequence: 5, receivedAt: AT },
  ...{ eventType: 'Event 101', notes: [], actions: [] },
};
const text = (content: unknown, seal: unknown = 'AAAA') => JSON.stringify({ content, seal });

describe('the text of a file', () => {
  it('has an export', () => {
    expect(exportIn(text(CONTENT))).toEqual({ exported: { content: CONTENT, seal: 'AAAA' } });
  });

  it.each([
    ['nothing', '', NOT_JSON],
    ['half an export', text(CONTENT).slice(0, 40), NOT_JSON],
    ['a PDF', '%PDF-1.7', NOT_JSON],
    ['null', 'null', NO_EXPORT],
    ['a list', '[]', NO_EXPORT],
    ['the export without its seal', JSON.stringify({ content: CONTENT }), NO_EXPORT],
    ['a seal that is none', text(CONTENT, '<b>AAAA</b>'), NO_EXPORT],
    ['an export with one more field', text({ ...CONTENT, more: 1 }), NO_EXPORT],
    ['an export with one field less', text({ ...CONTENT, exportedAt: undefined }), NO_EXPORT],
    ['an export of something else', text({ ...CONTENT, kind: 'invoice' }), NO_EXPORT],
  ])('is refused: %s', (_, given, problem) => {
    expect(exportIn(given)).toEqual({ problem });
  });
});
