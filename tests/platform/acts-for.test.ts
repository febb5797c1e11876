import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { QUEUES } from '#infra/wiring.ts';

const DOCUMENT = readFileSync(new URL('../../docs/background-work.md', import.meta.url), 'utf8');

describe('docs/background-work.md says with whose rights', () => {
  it.each(QUEUES.map(({ consumer, actsFor }) => ({ consumer, actsFor })))(
    '$consumer works',
    ({ consumer, actsFor }) => {
      const row = DOCUMENT.split('\n').find((line) => line.startsWith(`| \`${consumer}\` |`));
      expect(row, `Add a row for ${consumer} to the table "With whose rights"`).toBeDefined();
      expect(row!.split('|')[3]).toMatch(new RegExp(`^ ${actsFor}\\b`));
    },
  );
});
