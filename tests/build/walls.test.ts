import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const BIOME = path.join(ROOT, 'node_modules/@biomejs/biome/bin/biome');

/** Per folder: the imports that it may have, and those that the linter refuses. `userStore of #data/a.ts` is one name of a module. */
const ROOMS: readonly [file: string, allowed: readonly string[], forbidden: readonly string[]][] = [
  ['layers/core/a/b.ts', ['#core/text.ts', '../text.ts', 'zod'], ['#data/a.ts', 'electrodb', 'node:fs']],
  ['layers/data/a/b.ts', ['#core/text.ts', '#data/a.ts'], ['#platform/a.ts', '#adapters/a.ts', '#bridge/a.ts']],
  ['layers/protocol/a.ts', ['#core/text.ts', '#protocol/a.ts'], ['#data/a.ts', '#platform/a.ts', '#bridge/a.ts']],
  ['layers/adapters/a/b.ts', ['#core/text.ts', '#protocol/a.ts'], ['#data/a.ts', '#platform/a.ts']],
  ['layers/platform/a/b.ts', ['#data/a.ts', '#adapters/a.ts'], ['#functions/a.ts', '#bridge/a.ts', '#web/a.ts']],
  ['layers/platform/b/c.ts', ['userStore of #data/a.ts'], ['UserEntity of #data/a.ts', 'StoredUser of #data/a.ts']],
  ['functions/a/handler.ts', ['userStore of #data/a.ts'], ['UserEntity of #data/a.ts', 'StoredUser of #data/a.ts']],
  ['web/src/app/a.ts', ['#core/text.ts', '#web/features/a/b.ts'], ['#data/a.ts', '#platform/a.ts', '#infra/a.ts']],
  ['web/src/components/a/b.ts', ['../a/c.ts', '#core/errors.ts'], ['#core/users/user.ts', '#web/features/a/b.ts']],
  ['web/src/lib/a/b.ts', ['#web/components/a/b.ts', '../c/d.ts'], ['#web/shared/a/b.ts', '#web/features/a/b.ts']],
  ['web/src/shared/a/b.ts', ['#web/shared/c/d.ts', '#web/lib/a.ts'], ['#web/features/a/b.ts', '#web/app/a.ts']],
  ['web/src/features/a/b.ts', ['./c.ts', '#web/shared/a/b.ts'], ['../c/d.ts', '#web/features/c/d.ts']],
  ['web/src/features/a/b/c.ts', ['../d.ts', '#web/lib/a.ts'], ['../../c/d.ts', '#web/features/c/d.ts']],
];

let folder: string;
let report: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'watchkeep-walls-'));
  const { plugins: _, ...settings } = JSON.parse(readFileSync(path.join(ROOT, 'biome.json'), 'utf8'));
  writeFileSync(path.join(folder, 'biome.json'), JSON.stringify(settings));
  for (const [file, allowed, forbidden] of ROOMS) {
    const text = [...allowed, ...forbidden].map((one, index) => {
      const [from, name = `a${index}`] = one.split(' of ').reverse();
      return `export { ${name} } from '${from}';\n`;
    });
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text.join(''));
  }
  const rule = '--only=style/noRestrictedImports';
  const options = [rule, '--reporter=github', '--max-diagnostics=none', '--vcs-enabled=false', '--colors=off'];
  report = spawnSync(BIOME, ['lint', ...options, '.'], { cwd: folder, encoding: 'utf8' }).stdout;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(ROOMS)('the linter refuses forbidden imports of %s', (file, allowed, forbidden) => {
  const lines = [...report.matchAll(/file=([^,]+),line=(\d+)/g)].filter(([, found]) => found?.endsWith(file));
  const refused = lines.map(([, , line]) => [...allowed, ...forbidden][Number(line) - 1]);
  expect(refused).toEqual(forbidden);
});
