import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { TestProject } from 'vitest/node';
import { portOffset } from './port-offset.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The portal under test: its address, and how many simulated units dial in. */
    portal: { url: string; simulated: number };
  }
}

/** Enough for a few pages of units of each model. */
const UNITS = 60;
const SIMULATED = 12;

/** Starts the whole portal like a newcomer, once for all journeys, with its own state. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(path.join(tmpdir(), 'watchkeep-e2e-'));
  const portal = spawn(
    process.execPath,
    ['scripts/start.ts', '--folder', folder, '--units', `${UNITS}`, '--simulated', `${SIMULATED}`],
    {
      env: { ...process.env, WATCHKEEP_PORT_OFFSET: String(portOffset()) },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = once(portal, 'exit');
  const url = await Promise.race([
    ready(portal),
    ended.then(([code]) => Promise.reject(new Error(`The portal ended at once (${code}): see what it said above`))),
  ]);
  project.provide('portal', { url, simulated: SIMULATED });
  return async () => {
    portal.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
}

async function ready(portal: ChildProcess): Promise<string> {
  const said: string[] = [];
  for await (const line of createInterface({ input: portal.stdout! })) {
    said.push(line);
    const url = /Ready: (http\S+)/.exec(line)?.[1];
    if (url) {
      portal.stdout!.resume();
      return url;
    }
  }
  throw new Error(`The portal did not become ready:\n${said.join('\n')}`);
}
