import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type Measured, measured } from './unit-servers.ts';

const BRIDGE = path.resolve(import.meta.dirname, '../../bridge/main.ts');
const USAGE_ANSWERS = path.join(import.meta.dirname, 'usage-answers.ts');

/** The bridge as it is deployed, in its own process, with the table, queue and secret of the environment. */
export async function startTableBridge(): Promise<Measured & { unitPort: number }> {
  const child = fork(BRIDGE, {
    env: { ...process.env, BRIDGE_UNIT_PORT: '0', BRIDGE_COMMAND_PORT: '0', BRIDGE_OWN_HOST: '127.0.0.1' },
    execArgv: ['--expose-gc', '--import', USAGE_ANSWERS],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const { told: _, ...bridge } = measured(child, 'The bridge');
  return { ...bridge, unitPort: await unitPortOf(child) };
}

/** Reads the port from the bridge's log. */
async function unitPortOf({ stdout }: ChildProcess): Promise<number> {
  for await (const line of createInterface({ input: stdout! })) {
    const { unitPort } = JSON.parse(line) as { unitPort?: number };
    if (unitPort === undefined) continue;
    stdout!.resume();
    return unitPort;
  }
  throw new Error('The bridge ended before it listened');
}
