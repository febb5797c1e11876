import { ThrottlingException } from '@aws-sdk/client-dynamodb';
import type { Random } from '#scripts/seed/random.ts';

/**
 * What a service does while it has a fault. `throttled`: it refuses. `silent`: it does nothing and does not answer. `deaf`: it does what is asked, and the
 * answer is lost.
 */
export const FAULTS = ['throttled', 'silent', 'deaf'] as const;
export type Fault = (typeof FAULTS)[number];

/** Most requests meet a fault, so that work fails at each of its steps. */
const SHARE = 0.7;

const lost = () => Object.assign(new Error('No answer came'), { name: 'TimeoutError' });

/** The faults of one service. */
export class ServiceFaults {
  readonly #random: Random;
  #fault: Fault | undefined;
  #over = Promise.withResolvers<void>();
  /** The number of requests that met a fault. */
  met = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  begin(fault: Fault): void {
    this.#fault = fault;
  }

  end(): void {
    this.#fault = undefined;
    this.#over.resolve();
    this.#over = Promise.withResolvers<void>();
  }

  /** Sends a request, which may meet the fault of the moment. */
  async through<Answer>(send: () => Promise<Answer>): Promise<Answer> {
    const fault = this.#fault;
    if (fault === undefined || !this.#random.chance(SHARE)) return send();
    this.met += 1;
    if (fault === 'throttled') throw new ThrottlingException({ $metadata: {}, message: 'Not now' });
    if (fault === 'silent') await this.#over.promise;
    else await send();
    throw lost();
  }
}
