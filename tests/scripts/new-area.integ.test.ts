import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Parts of a checkout that git does not keep. */
const LEFT_OUT = ['node_modules', '.git', '.local', 'dist', 'cdk.out'];

let checkout: string;
beforeAll(() => {
  checkout = mkdtempSync(path.join(tmpdir(), 'watchkeep-new-area-'));
  cpSync(ROOT, checkout, { recursive: true, filter: (file) => !LEFT_OUT.includes(path.basename(file)) });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(checkout, 'node_modules'));
});
afterAll(() => rmSync(checkout, { recursive: true, force: true }));

/** Runs a program in the copied checkout; returns its exit code and its output. */
function run(command: string, ...args: string[]): Promise<{ code: number; said: string }> {
  const program = command === 'node' ? process.execPath : path.join(ROOT, 'node_modules/.bin', command);
  const environment = { ...process.env, PATH: `${path.dirname(process.execPath)}:${process.env.PATH}` };
  return new Promise((resolve) => {
    execFile(program, args, { cwd: checkout, env: environment, maxBuffer: 10_000_000 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, said: stdout + stderr }),
    );
  });
}

const isDeep = process.env.TEST_DEPTH === 'deep';

describe('a new area', { timeout: 400_000 }, () => {
  let said: string;

  it('is written completely, and changes one shared file', async () => {
    const fields =
      'Name:text,PartNumber:text?,Note:longtext?,Days:number,Active:flag,From:day,Until:day?,Mail:email,Phone:phone?,Status:choice(New|Used)';
    const result = await run(
      'node',
      'scripts/new-area.ts',
      'spare-parts',
      '--fields',
      fields,
      '--icon',
      'Wrench',
      '--into',
      checkout,
    );
    said = result.said;
    expect(result.code, said).toBe(0);
    const written = [...said.matchAll(/^wrote (.+)$/gm)].map(([, file]) => file!);
    expect(written.filter((file) => !existsSync(path.join(checkout, file)))).toEqual([]);
    expect([...said.matchAll(/^named it in (.+)$/gm)].map(([, file]) => file)).toEqual(['layers/core/index.ts']);
  });

  it('asks its developer to write who may call it', () => {
    const file = path.join(checkout, 'tests/contract/who-may-call.ts');
    const lines = ['GET', 'POST', 'PUT', 'DELETE'].map((method) => `  '${method} /api/sparePart': ['ADMIN'],\n`);
    const table = readFileSync(file, 'utf8');
    writeFileSync(file, table.replace(/\};\n$/, `${lines.join('')}};\n`));
    expect(said).toContain('tests/contract/who-may-call.ts');
  });

  it('does not overwrite an existing one', async () => {
    const { code, said } = await run('node', 'scripts/new-area.ts', 'spare-parts', '--into', checkout);
    expect([code, said.trim()]).toEqual([
      1,
      'layers/core/spare-parts/spare-part.ts exists already: nothing was written',
    ]);
  });

  it.each([
    [['--icon', 'NoSuchIcon'], 'There is no icon "NoSuchIcon"'],
    [['--section', 'Kitchen'], '"Kitchen" must be one of Administration,'],
    [['--flags', 'COOK'], '"COOK" must be one of ADMIN,'],
  ])('is not written with %j', async (options, message) => {
    const { code, said } = await run('node', 'scripts/new-area.ts', 'kettles', ...options, '--into', checkout);
    expect([code, said]).toEqual([1, expect.stringContaining(message)]);
  });

  it.runIf(isDeep)('compiles, is formatted, has no unused code, and has its generated files', async () => {
    for (const project of ['tsconfig.json', 'layers/core/tsconfig.json', 'web/tsconfig.json', 'tests/tsconfig.json'])
      expect(await run('tsc', '-p', project)).toEqual({ code: 0, said: '' });
    for (const command of [
      ['biome', 'ci', '.'],
      ['knip'],
      ['knip', '--config', 'knip.product.jsonc'],
      ['node', 'scripts/generate.ts', '--check'],
    ] as const) {
      const { code, said } = await run(...(command as unknown as [string, ...string[]]));
      expect(code, said).toBe(0);
    }
  });

  it.runIf(isDeep)('passes its own tests and those of every endpoint', async () => {
    const { code, said } = await run(
      'vitest',
      'run',
      ...['--project', 'unit', '--project', 'integ', 'tests/spare-parts', 'tests/contract'],
      ...['-t', 'spare.parts?'],
    );
    expect(code, said).toBe(0);
    expect(Number(/Tests\s+(\d+) passed/.exec(stripVTControlCharacters(said))?.[1])).toBeGreaterThan(12);
  });
});
