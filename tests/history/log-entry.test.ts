import { expect, it } from 'vitest';
import { logItem } from '#data/history/unit-log.ts';

it("a log entry is at its unit's time, and expires after the retention of its log", () => {
  const timeStamp = '2026-11-30T23:59:59.999Z';
  expect(logItem('ping', '400220', '7-41', { timeStamp })).toEqual({
    UnitSerNum: '400220',
    place: '2026-11-30T23:59:59.999Z~7-41',
    content: { timeStamp },
    expiresAt: Math.floor(Date.parse(timeStamp) / 1000) + 400 * 86_400,
  });
  for (const kind of ['event', 'call'] as const)
    expect(logItem(kind, '400220', '7-42', { timeStamp }).expiresAt).toBe(
      Math.floor(Date.parse(timeStamp) / 1000) + 1830 * 86_400,
    );
});
