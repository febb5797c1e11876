import { describe, expect, it } from 'vitest';
import { logItem, monthsBack } from '#data/history/unit-log.ts';

describe('the months of a range', () => {
  it('include the year before', () => {
    expect(monthsBack('2026-02-03T00:00:00.000Z~1-1', '2025-11-30T23:59:59.999Z')).toEqual([
      '2026-02',
      '2026-01',
      '2025-12',
      '2025-11',
    ]);
  });

  it('are one for a range within a month, and none for a reversed range', () => {
    expect(monthsBack('2026-11-21T00:00:00.000Z', '2026-11-01T00:00:00.000Z')).toEqual(['2026-11']);
    expect(monthsBack('2026-10-31T00:00:00.000Z', '2026-11-01T00:00:00.000Z')).toEqual([]);
  });
});

describe('a log entry', () => {
  it("belongs to the month of its unit's time, and expires after the retention", () => {
    const timeStamp = '2026-11-30T23:59:59.999Z';
    expect(logItem('ping', '400220', '7-41', { timeStamp })).toEqual({
      UnitSerNum: '400220',
      month: '2026-11',
      place: '2026-11-30T23:59:59.999Z~7-41',
      content: { timeStamp },
      expiresAt: Math.floor(Date.parse(timeStamp) / 1000) + 400 * 86_400,
    });
    expect(logItem('event', '400220', '7-42', { timeStamp }).expiresAt).toBe(
      Math.floor(Date.parse(timeStamp) / 1000) + 800 * 86_400,
    );
  });
});
