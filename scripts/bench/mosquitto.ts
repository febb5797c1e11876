import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onFreePort } from '#local/ports.ts';
import type { Measured } from './unit-servers.ts';

const PROGRAMS = ['/usr/sbin/mosquitto', '/usr/bin/mosquitto'];
const START_LIMIT_MS = 10_000;

/** The program; undefined if it is not installed, or if this system does not say what a process uses. */
export const mosquittoProgram = (): string | undefined =>
  existsSync('/proc/self/schedstat') ? PROGRAMS.find((program) => existsSync(program)) : undefined;

/** A broker without any limit and without a file, in a process of its own. */
export const startMosquitto = (program: string): Promise<Measured & { port: number }> =>
  onFreePort(async (port) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'watchkeep-broker-'));
    const settings = [
      `listener ${port} 127.0.0.1`,
      'allow_anonymous true',
      'persistence false',
      'max_inflight_messages 0',
      'max_queued_messages 0',
      'set_tcp_nodelay true',
      // The program needs no user of its own for that.
      'user root',
      'log_type none',
    ];
    const file = path.join(folder, 'mosquitto.conf');
    writeFileSync(file, settings.join('\n'));
    const child = spawn(program, ['-c', file], { stdio: 'ignore' });
    const ended = once(child, 'exit');
    const stop = () => child.kill('SIGKILL');
    process.once('exit', stop);
    await untilListening(port);
    return {
      port,
      async memory() {
        const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))!;
        const rss = Number(kilobytes) * 1024;
        return { rss, heapUsed: rss, peak: rss };
      },
      // The program has one thread. The first number is the time on a processor, in nanoseconds.
      processorTime: async () => Number(readFileSync(`/proc/${child.pid}/schedstat`, 'utf8').split(' ')[0]) / 1000,
      async close() {
        stop();
        await ended;
        process.off('exit', stop);
        rmSync(folder, { recursive: true, force: true });
      },
    };
  });

async function untilListening(port: number): Promise<void> {
  const end = Date.now() + START_LIMIT_MS;
  for (;;) {
    const socket = connect({ port, host: '127.0.0.1' });
    const [answer] = await Promise.race([once(socket, 'connect').then(() => ['open']), once(socket, 'error')]).catch(
      () => ['closed'],
    );
    socket.destroy();
    if (answer === 'open') return;
    if (Date.now() > end) throw new Error('mosquitto does not listen');
    await sleep(50);
  }
}
