import { AsyncLocalStorage } from 'node:async_hooks';

/** The life of a process that a run kills. What it has sent may arrive, but it learns of no answer any more and sends nothing. */
export class Life {
  #isOver = false;

  end(): void {
    this.#isOver = true;
  }

  /** Sends a request of the process. */
  async ask<Answer>(send: () => Promise<Answer>): Promise<Answer> {
    this.#check();
    try {
      return await send();
    } finally {
      this.#check();
    }
  }

  #check(): void {
    if (this.#isOver) throw new Error('This process was killed');
  }
}

/** The life in which code runs. */
export const lives = new AsyncLocalStorage<Life>();
