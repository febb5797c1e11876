import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(path.join(tmpdir(), 'watchkeep-bootstrap-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A project with one package, which it contains, so that the test needs no network. */
let project: string;
let count = 0;
beforeEach(() => {
  project = path.join(folder, String(count++));
  const write = (file: string, content: string | object) => {
    mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
    writeFileSync(path.join(project, file), typeof content === 'string' ? content : JSON.stringify(content));
  };
  const dependencies = { tool: 'file:tool' };
  write('package.json', { name: 'project', version: '1.0.0', dependencies });
  write('package-lock.json', {
    name: 'project',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: {
      '': { name: 'project', version: '1.0.0', dependencies },
      'node_modules/tool': { resolved: 'tool', link: true },
      tool: { version: '1.0.0' },
    },
  });
  write('tool/package.json', { name: 'tool', version: '1.0.0' });
  for (const script of ['bootstrap.mjs', 'end-with-parent.mjs'])
    cpSync(path.join(ROOT, 'scripts', script), path.join(project, 'scripts', script));
  write(
    'child.mjs',
    `if (process.argv[2] === 'wait') {
       setInterval(() => {}, 1000);
       for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => { console.log(signal); setTimeout(() => process.exit(7), 200); });
     } else process.exitCode = Number(process.argv[3] ?? 0);
     console.log(JSON.stringify({ pid: process.pid, args: process.argv.slice(2), path: process.env.PATH }));`,
  );
});

function start(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['scripts/bootstrap.mjs', ...args], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, npm_execpath: '', npm_lifecycle_event: '', ...env },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk;
    });
  return {
    child,
    said: () => said,
    ended: once(child, 'close').then(([code]) => code as number),
    /** The output of the script at its start. */
    async begun() {
      for (let tries = 0; tries < 1500 && !said.includes('"pid"'); tries++) await sleep(20);
      return JSON.parse(/^\{"pid".*$/m.exec(said)![0]) as { pid: number; args: string[]; path: string };
    },
  };
}

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
const untilGone = async (pid: number) => {
  for (let tries = 0; tries < 250 && isRunning(pid); tries++) await sleep(20);
  return !isRunning(pid);
};
const isInstalled = () => existsSync(path.join(project, 'node_modules/.package-lock.json'));

describe('the bootstrap of npm start and npm test', { timeout: 60_000 }, () => {
  it('installs the packages, prints it, and runs the script with its arguments', async () => {
    const run = start(['child.mjs', 'a b', '3']);
    expect(await run.ended, run.said()).toBe(3);
    expect(run.said()).toContain('Installing packages');
    expect(isInstalled()).toBe(true);
    const { args, path: paths } = await run.begun();
    expect(args).toEqual(['a b', '3']);
    expect(paths.split(path.delimiter).slice(0, 2)).toEqual([
      path.dirname(process.execPath),
      path.join(project, 'node_modules/.bin'),
    ]);
  });

  it('installs nothing if everything is installed, even if git wrote the lock file later', async () => {
    await start(['child.mjs']).ended;
    const soon = new Date(Date.now() + 60_000);
    utimesSync(path.join(project, 'package-lock.json'), soon, soon);
    const again = start(['child.mjs']);
    expect(await again.ended, again.said()).toBe(0);
    expect(again.said()).not.toContain('Installing');
  });

  it('installs again if the lock file names another version', async () => {
    await start(['child.mjs']).ended;
    const lock = path.join(project, 'package-lock.json');
    writeFileSync(lock, readFileSync(lock, 'utf8').replace('"tool":{"version":"1.0.0"}', '"tool":{"version":"1.0.1"}'));
    writeFileSync(path.join(project, 'tool/package.json'), '{"name":"tool","version":"1.0.1"}');
    const soon = new Date(Date.now() + 60_000);
    utimesSync(lock, soon, soon);
    const again = start(['child.mjs']);
    expect(await again.ended, again.said()).toBe(0);
    expect(again.said()).toContain('Installing');
  });

  it('names what is missing without Java', async () => {
    const run = start(['child.mjs'], { PATH: path.join(project, 'nothing-here') });
    expect(await run.ended).toBe(1);
    expect(run.said()).toMatch(/Java 17 or later is needed, for DynamoDB Local: the command "java" does not answer/);
    expect(run.said()).toContain('openjdk-17-jre-headless');
    expect(isInstalled()).toBe(false);
  });

  it('names an outdated Java version', async () => {
    const bin = path.join(project, 'bin');
    mkdirSync(bin);
    writeFileSync(path.join(bin, 'java'), '#!/bin/sh\necho \'openjdk version "1.8.0_292"\' >&2\n', { mode: 0o755 });
    const run = start(['child.mjs'], { PATH: `${bin}:${process.env.PATH}` });
    expect([await run.ended, run.said()]).toEqual([1, expect.stringContaining('this machine has Java 8')]);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'forwards %s once, and exits with the exit code of the script',
    async (signal) => {
      const run = start(['child.mjs', 'wait']);
      const { pid } = await run.begun();
      run.child.kill(signal);
      run.child.kill(signal);
      expect(await run.ended).toBe(7);
      expect(run.said().match(new RegExp(`^${signal}$`, 'gm'))).toHaveLength(1);
      expect(isRunning(pid)).toBe(false);
    },
  );

  it('stops the script when it is killed itself', async () => {
    const run = start(['child.mjs', 'wait']);
    const { pid } = await run.begun();
    run.child.kill('SIGKILL');
    expect(await untilGone(pid)).toBe(true);
  });

  it("stops the script when npm's shell has ended", async () => {
    const shell: ChildProcess = spawn(
      '/bin/sh',
      ['-c', `"${process.execPath}" scripts/bootstrap.mjs child.mjs wait > out.txt; true`],
      { cwd: project, stdio: 'ignore', env: { ...process.env, npm_lifecycle_event: 'start', npm_execpath: '' } },
    );
    const output = path.join(project, 'out.txt');
    for (
      let tries = 0;
      tries < 1500 && !(existsSync(output) && readFileSync(output, 'utf8').includes('"pid"'));
      tries++
    )
      await sleep(20);
    const { pid } = JSON.parse(/^\{"pid".*$/m.exec(readFileSync(output, 'utf8'))![0]);
    shell.kill('SIGKILL');
    expect(await untilGone(pid)).toBe(true);
  });
});
