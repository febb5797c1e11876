import { describe, expect, it } from 'vitest';
import {
  type AlarmExport,
  canonicalText,
  exportIn,
  NO_EXPORT,
  NOT_JSON,
} from '#core/monitoring-centers/alarm-export.ts';

const AT = '2026-11-21T17:00:00.000Z';
const CONTENT = {
  ...{ kind: 'alarm', exportedAt: AT, exportedBy: 'Ada Board', UnitSerNum: '400123', UnitModel: 'MXD-LTE' },
  ...{ unitID: 'C1-4021', DealerName: 'Northwind', timeStamp: AT, sequence: 5, receivedAt: AT },
  ...{ eventType: 'Event 101', notes: [], actions: [] },
};
const SIGNATURE = `${'A'.repeat(86)}==`;
const text = (content: unknown, signature: unknown = SIGNATURE) => JSON.stringify({ content, signature });

describe('the text of a file', () => {
  it('has an export', () => {
    expect(exportIn(text(CONTENT))).toEqual({ exported: { content: CONTENT, signature: SIGNATURE } });
  });

  it.each([
    ['nothing', '', NOT_JSON],
    ['half an export', text(CONTENT).slice(0, 40), NOT_JSON],
    ['a PDF', '%PDF-1.7', NOT_JSON],
    ['null', 'null', NO_EXPORT],
    ['a list', '[]', NO_EXPORT],
    ['the export without its signature', JSON.stringify({ content: CONTENT }), NO_EXPORT],
    ['a signature that is none', text(CONTENT, '<b>AAAA</b>'), NO_EXPORT],
    ['an export with one more field', text({ ...CONTENT, more: 1 }), NO_EXPORT],
    ['an export with one field less', text({ ...CONTENT, exportedAt: undefined }), NO_EXPORT],
    ['an export of something else', text({ ...CONTENT, kind: 'invoice' }), NO_EXPORT],
  ])('is refused: %s', (_, given, problem) => {
    expect(exportIn(given)).toEqual({ problem });
  });
});

describe('the text that is signed', () => {
  const content = { ...CONTENT, notes: [{ at: AT, by: 'Kim', text: 'Она "упала"\n' }] } as AlarmExport;

  it('has the fields of each object in the order of their names, without spaces', () => {
    const lines = canonicalText(content);
    expect(lines).toMatch(/^\{"DealerName":"Northwind","UnitModel":"MXD-LTE","UnitSerNum":"400123","actions":\[\],/);
    expect(lines).toContain(`"notes":[{"at":"${AT}","by":"Kim","text":"Она \\"упала\\"\\n"}]`);
    expect(canonicalText(JSON.parse(lines))).toBe(lines);
  });

  it('is the same whatever the order of the fields, and another after any change', () => {
    const reordered = Object.fromEntries(Object.entries(content).toReversed()) as AlarmExport;
    expect(canonicalText(reordered)).toBe(canonicalText(content));
    expect(canonicalText({ ...content, sequence: 6 })).not.toBe(canonicalText(content));
  });
});
