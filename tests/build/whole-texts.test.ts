import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const BIOME = path.join(ROOT, 'node_modules/@biomejs/biome/bin/biome');

const REFUSED = [
  "expect(work).toThrow('a text')",
  'expect(work).toThrow(`a text`)',
  'expect(work).toThrow(text)',
  'expect(work).toThrow(TEXT)',
  'expect(work).toThrow()',
  "await expect(work).rejects.toThrow('a text')",
  'await expect(work).rejects.toThrow()',
  "await page.getByText('a text').waitFor()",
  'await page.getByText(text).first().waitFor()',
  "await page.getByText('a text', { exact: false }).waitFor()",
  "await page.getByRole('row').filter({ hasText: 'a text' }).waitFor()",
];
const ALLOWED = [
  "expect(work).toThrow(withMessage('a text'))",
  'expect(work).toThrow(/a text/)',
  'expect(work).toThrow(RangeError)',
  "expect(work).toThrow(expect.objectContaining({ code: 'INVALID' }))",
  'expect(work).not.toThrow()',
  "await page.getByText('a text', { exact: true }).waitFor()",
  'await page.getByText(/a text/).waitFor()',
  "await page.getByRole('row').filter({ hasText: /a text/ }).waitFor()",
];

test('the linter refuses tests that compare a part of a text', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'watchkeep-whole-texts-'));
  mkdirSync(path.join(folder, 'tests'));
  for (const file of ['biome.json', 'tests/whole-texts.grit', 'tests/session-answers.grit'])
    copyFileSync(path.join(ROOT, file), path.join(folder, file));
  const lines = [...REFUSED, ...ALLOWED];
  writeFileSync(path.join(folder, 'tests/a.test.ts'), lines.map((line) => `${line};\n`).join(''));
  const options = ['--reporter=github', '--max-diagnostics=none', '--vcs-enabled=false', '--colors=off'];
  const { stdout } = spawnSync(BIOME, ['lint', ...options, '.'], { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  const found = [...stdout.matchAll(/title=plugin,file=[^,]+,line=(\d+)/g)].map(([, line]) => lines[Number(line) - 1]);
  expect(found).toEqual(REFUSED);
});
