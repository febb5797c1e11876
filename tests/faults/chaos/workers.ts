import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '#scripts/seed/random.ts';
import { invoke } from '#support/invoke.ts';
import { Life, lives } from './life.ts';

const TRIES = 200;
const BETWEEN_TRIES_MS = 10;

interface Call {
  readonly life: Life;
  cut(error: Error): void;
}

/** Runs the functions of queues and of the stream. It can be killed in the middle of its batches, and goes on with the next ones. */
export class Workers {
  readonly #random: Random;
  readonly #calls = new Set<Call>();
  kills = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Rejects if the function is killed meanwhile. */
  async call(functionName: string, event: unknown): Promise<unknown> {
    const killed = Promise.withResolvers<never>();
    const call = { life: new Life(), cut: killed.reject };
    this.#calls.add(call);
    try {
      return await Promise.race([lives.run(call.life, () => invoke(functionName, event)), killed.promise]);
    } finally {
      this.#calls.delete(call);
    }
  }

  /** Waits for work, and kills about half of the batches that are in work then. */
  async kill(): Promise<void> {
    for (let tried = 0; tried < TRIES && this.#calls.size === 0; tried++) await sleep(BETWEEN_TRIES_MS);
    const [first, ...others] = this.#calls;
    for (const call of [first, ...others.filter(() => this.#random.chance(0.5))])
      if (call) {
        this.kills += 1;
        call.life.end();
        call.cut(new Error('The worker was killed'));
      }
  }
}
