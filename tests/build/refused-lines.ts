import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const BIOME = path.join(ROOT, 'node_modules/@biomejs/biome/bin/biome');
const SETTINGS = path.join(ROOT, 'biome.json');

/** Which of these lines the linter's own rules of the project refuse in this file. */
export function refusedLines(file: string, lines: readonly string[]): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'watchkeep-refused-lines-'));
  const { plugins } = JSON.parse(readFileSync(SETTINGS, 'utf8')) as { plugins: { path: string }[] };
  for (const from of [SETTINGS, ...plugins.map((plugin) => path.join(ROOT, plugin.path))]) {
    const to = path.join(folder, path.relative(ROOT, from));
    mkdirSync(path.dirname(to), { recursive: true });
    copyFileSync(from, to);
  }
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), lines.map((line) => `${line};\n`).join(''));
  const options = ['--reporter=github', '--max-diagnostics=none', '--vcs-enabled=false', '--colors=off'];
  const { stdout } = spawnSync(BIOME, ['lint', ...options, '.'], { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return [...stdout.matchAll(/title=plugin,file=[^,]+,line=(\d+)/g)]
    .map(([, line]) => Number(line) - 1)
    .sort((one, other) => one - other)
    .map((index) => lines[index]!);
}
