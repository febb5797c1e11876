import { describe, expect, it } from 'vitest';
import { fileProblem, formatBytes } from '#web/components/upload/file-rules.ts';

describe('fileProblem', () => {
  it('accepts by file extension, ignoring case', () => {
    expect(fileProblem({ name: 'Units.CSV', size: 5 }, { accept: ['.csv'] })).toBeUndefined();
    expect(fileProblem({ name: 'units.csv.exe', size: 5 }, { accept: ['.csv'] })).toContain('ends in .csv');
  });

  it("shows the caller's message for a wrong kind of file", () => {
    expect(fileProblem({ name: 'a.pdf', size: 5 }, { accept: ['.csv'], wrongKindMessage: 'Only CSV here' })).toBe(
      'Only CSV here',
    );
  });

  it('refuses an empty file and one above the limit; the limit itself passes', () => {
    expect(fileProblem({ name: 'a.csv', size: 0 }, {})).toBe('a.csv is empty');
    expect(fileProblem({ name: 'a.csv', size: 2048 }, { maximumBytes: 2047 })).toBe(
      'a.csv is 2 KB. At most 2 KB can be uploaded',
    );
    expect(fileProblem({ name: 'a.csv', size: 2048 }, { maximumBytes: 2048 })).toBeUndefined();
  });
});

it('formats sizes for people', () => {
  expect([0, 1023, 1024, 1536, 5 * 1024 * 1024, 3 * 1024 ** 3].map(formatBytes)).toEqual([
    '0 bytes',
    '1023 bytes',
    '1 KB',
    '1.5 KB',
    '5 MB',
    '3 GB',
  ]);
});
