import { setTimeout as sleep } from 'node:timers/promises';
import type { BridgeConfig } from './config.ts';
import type { Session } from './session.ts';
import type { Sessions } from './sessions.ts';

const LOOK_EVERY = 20;

/**
 * The way out of a bridge that is replaced: no new units, no new commands; what is being stored and what a unit is doing
 * is finished; then the units are sent away, spread over some seconds, and their claims are given back.
 */
export class Drain {
  readonly #config: BridgeConfig;
  readonly #sessions: Sessions;
  #done: Promise<void> | undefined;

  constructor(config: BridgeConfig, sessions: Sessions) {
    this.#config = config;
    this.#sessions = sessions;
  }

  get isDraining(): boolean {
    return this.#done !== undefined;
  }

  /** Resolves when no unit is connected and all claims are given back. `stopListening` is called first. */
  run(stopListening: () => void): Promise<void> {
    this.#done ??= this.#drain(stopListening);
    return this.#done;
  }

  async #drain(stopListening: () => void): Promise<void> {
    stopListening();
    const sessions = this.#sessions.connections;
    await Promise.all(sessions.map((session, index) => this.#sendAway(session, index / sessions.length)));
    await this.#sessions.settled();
  }

  async #sendAway(session: Session, share: number): Promise<void> {
    if (!session.unit) {
      session.end('refused');
      return;
    }
    session.holdCommands();
    await this.#until(() => session.isQuiet || session.isClosed);
    session.redirect(1 + Math.floor(share * this.#config.returnSpreadSeconds));
    await this.#until(() => session.isClosed);
    session.end('bridge draining');
  }

  /** Waits for the condition, but not for ever. */
  async #until(isSo: () => boolean): Promise<void> {
    for (const started = Date.now(); !isSo() && Date.now() - started < this.#config.drainPatience; )
      await sleep(LOOK_EVERY);
  }
}
