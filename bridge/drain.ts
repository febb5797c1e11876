import { setTimeout as sleep } from 'node:timers/promises';
import type { BridgeConfig } from './config.ts';
import type { OpenSession } from './session/open-session.ts';
import type { Sessions } from './session/sessions.ts';

const POLL_INTERVAL_MS = 20;

/**
 * Empties a bridge that is replaced. It takes no new units and commands, finishes what is being stored and the open commands,
 * then redirects the units, spread over some seconds, and releases their claims. A unit at whose console somebody works comes back
 * at once.
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

  /** Resolves when no unit is connected and all claims are released. Calls `stopListening` first. */
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

  async #sendAway(session: OpenSession, share: number): Promise<void> {
    if (!session.unit) {
      session.end('refused');
      return;
    }
    session.holdCommands();
    await this.#until(() => session.isQuiet || session.isClosed);
    session.redirect(session.isInUse ? 1 : 1 + Math.floor(share * this.#config.returnSpreadSeconds));
    await this.#until(() => session.isClosed);
    session.end('bridge draining');
  }

  /** Resolves when the condition is true or the time is over. */
  async #until(isSo: () => boolean): Promise<void> {
    for (const started = Date.now(); !isSo() && Date.now() - started < this.#config.drainTimeoutMs; )
      await sleep(POLL_INTERVAL_MS);
  }
}
