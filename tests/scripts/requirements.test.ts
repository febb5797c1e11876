import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const TESTS = new URL('../', import.meta.url);
const rows = readFileSync(new URL('../../docs/requirements.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { id: string; area: string; what: string });

describe('docs/requirements.jsonl', () => {
  it('has each requirement once, with its area and text', () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    for (const { id, area, what } of rows) expect([id, area, what].every(Boolean)).toBe(true);
  });

  it('contains every id in the titles of tests', () => {
    const known = new Set(rows.map(({ id }) => id));
    const files = readdirSync(TESTS, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.ts'));
    const named = files.flatMap((file) =>
      [...readFileSync(new URL(file, TESTS), 'utf8').matchAll(/\bP[123]-[A-Z]\d{2,3}\b/g)].map(([id]) => ({
        file,
        id,
      })),
    );
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter(({ id }) => !known.has(id))).toEqual([]);
  });
});
