import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { acknowledgedIn } from './acknowledged-in.ts';
import { file } from './download-file.ts';
import type { Measure } from './measure.ts';
import { median, percentile, ratioOf, sideBySide } from './side-by-side.ts';
import { UnitLine } from './unit-line.ts';
import { startUnitServer } from './unit-servers.ts';

const UNITS = 5_000;
const ALARM_EVERY_MS = 5;

/**
 * The time in which 5,000 units download a megabyte each from one bridge, block by block, compared with a server that writes the same bytes at once. And
 * how long the acknowledgement of an alarm takes meanwhile.
 */
export const measure: Measure = async () => {
  const [bridge, plain] = await Promise.all([startUnitServer('bridge'), startUnitServer('plain')]);
  const loads = [startLoad('bridge', bridge.port), startLoad('plain', plain.port)] as const;
  const [fromBridge, fromPlain] = await Promise.all(loads);
  const unit = await UnitLine.logIn(bridge.port, UNITS);
  try {
    const idle = await acknowledgedIn(unit, sleep(3_000), ALARM_EVERY_MS);
    const busy: number[] = [];
    const samples = await sideBySide(
      {
        bridge: async () => {
          const downloads = fromBridge.download();
          busy.push(...(await acknowledgedIn(unit, downloads, ALARM_EVERY_MS)));
          return downloads;
        },
        plain: () => fromPlain.download(),
      },
      { rounds: 5, warmUp: 1, patience: 180_000 },
    );
    const megabytes = (UNITS * file.bytes) / 1e6;
    const rate = (times: readonly number[]) => `${Math.round((1_000 * megabytes) / median(times))} MB/s`;
    return [
      {
        name: 'bytes a second from the bridge to bytes a second of a plain send',
        value: ratioOf(samples.plain, samples.bridge),
        unit: 'ratio',
        samples: samples.bridge.length,
        detail: `${UNITS} units, 1 MB each: ${rate(samples.bridge)} and ${rate(samples.plain)}`,
      },
      {
        name: 'an alarm while 5,000 units download to one while none does, 99 of 100',
        value: percentile(busy, 0.99) / percentile(idle, 0.99),
        unit: 'ratio',
        samples: busy.length,
        detail: `${percentile(busy, 0.99).toFixed(1)} ms and ${percentile(idle, 0.99).toFixed(1)} ms; half of them ${median(busy).toFixed(1)} ms and ${median(idle).toFixed(1)} ms`,
      },
    ];
  } finally {
    unit.close();
    for (const load of [fromBridge, fromPlain]) load.close();
    await Promise.all([bridge.close(), plain.close()]);
  }
};

/** Units that download whenever they are asked to, in their own process. */
async function startLoad(kind: 'bridge' | 'plain', port: number) {
  const script = fileURLToPath(new URL('./download-load.ts', import.meta.url));
  const child = fork(script, [kind, String(port), String(UNITS)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  await once(child, 'message');
  return {
    async download(): Promise<number> {
      const done = once(child, 'message');
      child.send('download');
      return (await done)[0] as number;
    },
    close: () => child.disconnect(),
  };
}
