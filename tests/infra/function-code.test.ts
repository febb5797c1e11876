import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#core/index.ts';
import { bundleBridge, bundleFunctions, type FunctionBundles } from '#infra/function-code.ts';
import { EVENT_FUNCTIONS, needsOf, QUEUES, variablesOf } from '#infra/wiring.ts';
import { NEEDS, queueVariable } from '#platform/aws/needs.ts';

const names = [...Object.keys(api), ...EVENT_FUNCTIONS];
// In the checkout, which contains the libraries for the layer.
const local = join(import.meta.dirname, '../../.local');
mkdirSync(local, { recursive: true });
const folder = mkdtempSync(join(local, 'function-code-'));
let bundles: FunctionBundles;
let bridge: string;

beforeAll(async () => {
  bundles = await bundleFunctions(names, folder);
  bridge = bundleBridge(folder);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const folderOf = (name: string) => bundles.functions.get(name) as string;
const codeOf = (name: string) =>
  readFileSync(name === 'bridge' ? join(bridge, 'main.mjs') : join(folderOf(name), 'index.mjs'), 'utf8');

const VARIABLES = [...new Set(Object.values(NEEDS).flatMap((variables) => Object.keys(variables)))];
const isRead = (code: string, name: string) => code.includes(`("${name}")`) || code.includes(`env.${name}`);
/** True if the code uses queues by name: then it needs each queue that a reaction names. */
const takesQueuesByName = (code: string) => code.includes('_QUEUE_URL`');
/** The variables that the minified code reads: `env('NAME')`, `process.env.NAME` or `send('queue', ...)`. */
const askedBy = (code: string) => [
  ...VARIABLES.filter((name) => isRead(code, name)),
  ...QUEUES.filter(
    ({ name }) => isRead(code, queueVariable(name)) || (takesQueuesByName(code) && code.includes(`("${name}",`)),
  ).map(({ name }) => queueVariable(name)),
];

/** Kilobytes. Two functions have the reactions of every area. */
const SMALL = 152;
const WITH_EVERY_AREA = 230;
/** Bounds of single functions, and why. */
const OWN_BOUNDS: Readonly<Record<string, number>> = {
  // It moves units, gives them profiles and starts bulk actions.
  orders: 160,
  // It does what every kind of bulk action does, and finds units like the unit list.
  'on-bulk-action': 170,
  // It has what follows a moved dealer. With an area beside, it would be as large as those that have every one.
  'on-dealer-move': 74,
};
const HAVING_EVERY_AREA = ['on-reaction', 'on-table-change'];
const allowed = (name: string) =>
  1024 * (HAVING_EVERY_AREA.includes(name) ? WITH_EVERY_AREA : (OWN_BOUNDS[name] ?? SMALL));

describe('the bundle of each function', () => {
  it.each(names)('%s is small, because shared code is in the layer', (name) => {
    expect(statSync(join(folderOf(name), 'index.mjs')).size).toBeLessThan(allowed(name));
  });

  it.each([...names, 'bridge'])('%s reads exactly the variables of its wiring', (name) => {
    expect(askedBy(codeOf(name)).sort()).toEqual([...new Set(needsOf(name).flatMap(variablesOf))].sort());
  });

  it('has relative paths in its source map, the same on every machine', () => {
    const { sources, sourcesContent } = JSON.parse(readFileSync(join(folderOf('live'), 'index.mjs.map'), 'utf8'));
    expect(sources.some((source: string) => source.endsWith('functions/live/handler.ts'))).toBe(true);
    expect(sourcesContent).toBeUndefined();
  });
});

/** Runs a script in Node beside the functions, with the layer. */
const runBesideLayer = (script: string) =>
  spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: join(folder, 'functions'),
    encoding: 'utf8',
    env: { PATH: process.env.PATH, AWS_REGION: 'us-east-1', AWS_LAMBDA_FUNCTION_NAME: 'test' },
  });

describe('the layer', () => {
  beforeAll(() => {
    // Lambda's Node finds /opt/nodejs/node_modules for ES modules too; plain Node looks beside the code.
    symlinkSync(join(bundles.libraries, 'nodejs/node_modules'), join(folder, 'functions/node_modules'));
  });

  it('contains everything that the functions need besides Node: each of them loads with it and has a handler', () => {
    const load = names.map((name) => `['${name}', (await import('./${name}/index.mjs')).handler]`).join(',');
    const { stdout, stderr } = runBesideLayer(
      `console.log(JSON.stringify([${load}].filter(([, handler]) => typeof handler !== 'function').map(([name]) => name)))`,
    );
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual([]);
  });

  it('exports a CommonJS library that is one object', () => {
    const { stdout, stderr } = runBesideLayer(
      `import Papa from 'papaparse'; console.log(JSON.stringify([import.meta.resolve('papaparse'), Papa.parse('a,"b,c"').data]))`,
    );
    expect(stderr).toBe('');
    const [place, cells] = JSON.parse(stdout);
    expect([place.includes('/libraries/nodejs/'), cells]).toEqual([true, [['a', 'b,c']]]);
  });
});

describe('the image of the bridge', () => {
  it('is one file that Node can run, beside its Dockerfile', () => {
    expect(spawnSync(process.execPath, ['--check', join(bridge, 'main.mjs')]).status).toBe(0);
    const dockerfile = readFileSync(join(bridge, 'Dockerfile'), 'utf8');
    expect(dockerfile).toMatch(/^FROM \S+node:24-slim$/m);
    expect(dockerfile).toMatch(/^USER node$/m);
  });
});
