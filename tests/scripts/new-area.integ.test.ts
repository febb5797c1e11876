import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemOf, namesOf } from '#scripts/new-area/names.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const COPIED = [
  'package.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'biome.json',
  'vitest.config.ts',
  'layers',
  'functions',
  'bridge',
  'infra',
  'scripts',
  'events',
  'web/src',
  'web/tsconfig.json',
  'tests/support',
  'tests/contract',
];

let checkout: string;
beforeAll(() => {
  checkout = mkdtempSync(path.join(tmpdir(), 'watchkeep-new-area-'));
  for (const one of COPIED) cpSync(path.join(ROOT, one), path.join(checkout, one), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(checkout, 'node_modules'));
});
afterAll(() => rmSync(checkout, { recursive: true, force: true }));

/** Runs a program in the copied checkout; answers its exit code and all that it said. */
function run(command: string, ...args: string[]): Promise<{ code: number; said: string }> {
  const program = command === 'node' ? process.execPath : path.join(ROOT, 'node_modules/.bin', command);
  const environment = { ...process.env, PATH: `${path.dirname(process.execPath)}:${process.env.PATH}` };
  return new Promise((resolve) => {
    execFile(program, args, { cwd: checkout, env: environment, maxBuffer: 10_000_000 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, said: stdout + stderr }),
    );
  });
}

function edit(file: string, from: string, to: string) {
  const text = readFileSync(path.join(checkout, file), 'utf8');
  expect(text).toContain(from);
  writeFileSync(path.join(checkout, file), text.replace(from, to));
}

describe('a new area', { timeout: 240_000 }, () => {
  it('is written whole, and only says what is left to register', async () => {
    const { code, said } = await run('node', 'scripts/new-area.ts', 'spare-parts', '--into', checkout);
    expect(code, said).toBe(0);
    expect(said).toContain('layers/core/index.ts');
    expect(said).toContain('web/src/app/routes.ts');
    const written = [...said.matchAll(/^wrote (.+)$/gm)].map(([, file]) => file!);
    expect(written).toHaveLength(8);
    for (const file of written) expect(existsSync(path.join(checkout, file)), file).toBe(true);
    expect(written.filter((file) => /\{\{[\w -]+\}\}/.test(readFileSync(path.join(checkout, file), 'utf8')))).toEqual(
      [],
    );
  });

  it('is not written over one that is there', async () => {
    const { code, said } = await run('node', 'scripts/new-area.ts', 'spare-parts', '--into', checkout);
    expect([code, said.trim()]).toEqual([
      1,
      'layers/core/spare-parts/spare-part.ts is there already: nothing was written',
    ]);
  });

  it('needs no change to compile, and to be formatted as everything is', async () => {
    edit(
      'layers/core/index.ts',
      "  'table-settings': tableSettings,",
      "  'table-settings': tableSettings,\n  'spare-parts': spareParts,",
    );
    edit(
      'layers/core/index.ts',
      'import { units }',
      "import { spareParts } from './spare-parts/contract.ts';\nimport { units }",
    );
    const compiled = [
      await run('tsc', '-p', 'layers/core/tsconfig.json'),
      await run('tsc', '-p', 'tsconfig.json'),
      await run('tsc', '-p', 'web/tsconfig.json'),
    ];
    const complaints = compiled.flatMap(({ said }) => said.split('\n').filter((line) => /spare-?part/i.test(line)));
    expect(complaints).toEqual([]);
    const { said } = await run(
      'biome',
      'format',
      ...['layers/core', 'layers/data', 'functions', 'web/src/features'].map(
        (one) => `${one}/spare-parts${one === 'layers/data' ? '.ts' : ''}`,
      ),
    );
    expect(said).not.toContain('would have printed');
  });

  it('passes its own tests and those that every endpoint has to pass', async () => {
    const { code, said } = await run(
      'vitest',
      'run',
      '--project',
      'integ',
      'tests/spare-parts',
      'tests/contract',
      '-t',
      'the spare parts|spare-parts\\.',
    );
    expect(code, said).toBe(0);
    expect(Number(/Tests\s+(\d+) passed/.exec(stripVTControlCharacters(said))?.[1])).toBeGreaterThan(20);
  });
});

describe('the words of an area', () => {
  it('are found for each place that wants them', () => {
    expect(namesOf('spare-parts')).toEqual({
      'area-folder': 'spare-parts',
      area: 'spareParts',
      Area: 'SpareParts',
      'area words': 'spare parts',
      'Area words': 'Spare parts',
      'item-file': 'spare-part',
      item: 'sparePart',
      Item: 'SparePart',
      'item words': 'spare part',
    });
    expect([itemOf('categories'), itemOf('repair')]).toEqual(['category', 'repair-item']);
  });

  it.each(['SpareParts', 'spare_parts', '../parts', '', 'a--b', '2nd'])('are refused where they are "%s"', (area) => {
    expect(() => namesOf(area)).toThrow('small letters and hyphens');
  });
});
