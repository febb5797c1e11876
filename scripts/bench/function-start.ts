import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { api } from '#core/index.ts';
import { bundleFunctions } from '#infra/function-code.ts';
import { EVENT_FUNCTIONS } from '#infra/wiring.ts';
import { localAccount, TABLE_NAME } from '#local/portal/values.ts';
import type { Finding, Measure } from './measure.ts';
import { ratioOf, sideBySide } from './side-by-side.ts';

const LOCAL = path.resolve(import.meta.dirname, '../../.local');
const BARE = 'bare';
const start = promisify(execFile);

/** The options of deployed functions (infra/constructs/portal-function.ts). The bare handler has no source map. */
const FUNCTION_OPTIONS = '--enable-source-maps';

/**
 * The processor time of a cold start until the handler can be called, compared with a handler that loads only the SDK of the same layer.
 * Also the size of the bundles without the layer.
 */
export const measure: Measure = async () => {
  mkdirSync(LOCAL, { recursive: true });
  // In the checkout, where the bundler finds the packages for the layer.
  const folder = mkdtempSync(path.join(LOCAL, 'bench-'));
  try {
    const names = [...Object.keys(api), ...EVENT_FUNCTIONS];
    const { functions, libraries } = await bundleFunctions(names, folder);
    // Node finds the layer here before the checkout's packages; Lambda finds it by NODE_PATH.
    symlinkSync(path.join(libraries, 'nodejs', 'node_modules'), path.join(folder, 'node_modules'));
    return [sizes(functions), await starts(functions, folder)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

function sizes(functions: ReadonlyMap<string, string>): Finding {
  const bundles = [...functions].map(([name, folder]) => ({
    name,
    size: statSync(path.join(folder, 'index.mjs')).size / 1024,
  }));
  const [largest] = bundles.toSorted((a, b) => b.size - a.size);
  return {
    name: 'the largest bundle of a function, without the layer',
    value: largest!.size,
    unit: 'KB',
    target: { atMost: 150 },
    samples: bundles.length,
    detail: bundles.map(({ name, size }) => `${name} ${size.toFixed(0)}`).join(', '),
  };
}

async function starts(functions: ReadonlyMap<string, string>, folder: string): Promise<Finding> {
  const bare = path.join(folder, 'functions', BARE);
  mkdirSync(bare, { recursive: true });
  copyFileSync(path.join(import.meta.dirname, 'bare-handler.mjs'), path.join(bare, 'index.mjs'));
  const ways: Record<string, () => Promise<number>> = { [BARE]: () => startOf(bare, '') };
  for (const [name, place] of functions) ways[name] = () => startOf(place, FUNCTION_OPTIONS);

  const samples = await sideBySide(ways, { rounds: 12, warmUp: 1, patience: 50_000 });
  const ratios = [...functions.keys()].map((name) => ({ name, ratio: ratioOf(samples[name]!, samples[BARE]!) }));
  const [slowest] = ratios.toSorted((a, b) => b.ratio - a.ratio);
  return {
    name: 'the slowest cold start, to a bare SDK handler',
    value: slowest!.ratio,
    unit: 'ratio',
    target: { atMost: 1.5 },
    samples: samples[BARE]!.length,
    detail: ratios.map(({ name, ratio }) => `${name} ${ratio.toFixed(2)}`).join(', '),
  };
}

/** The processor time, in microseconds, from the start of a process until a bundle's handler is loaded. */
async function startOf(bundle: string, NODE_OPTIONS: string): Promise<number> {
  const script = path.join(import.meta.dirname, 'cold-start.mjs');
  const env = { PATH: process.env.PATH, ...localAccount(), TABLE_NAME, NODE_OPTIONS };
  const { stdout } = await start(process.execPath, [script, path.join(bundle, 'index.mjs')], { env });
  return Number(stdout);
}
