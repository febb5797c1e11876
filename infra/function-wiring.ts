import type { NEEDS } from '#platform/aws/needs.ts';

/**
 * With whose rights a consumer works (docs/background-work.md): of the user who asked for the work, of the dealer that owns it, of the
 * unit that sent it, or of the system, for work that follows a change and decides nothing itself.
 */
type ActsFor = 'asker' | 'dealer' | 'unit' | 'system';

/** A queue, declared by the function that consumes it. */
export interface QueueWiring {
  name: string;
  actsFor: ActsFor;
  /** The functions that send to it. */
  filledBy: readonly string[];
  batchSize: number;
  /** A failed message is delivered again after six times this. */
  consumerTimeoutSeconds: number;
  /** Deliveries before a message becomes a dead letter. */
  maxReceiveCount: number;
  /** The maximum number of concurrent consumers, at least 2. All functions of the account share about 1,000. */
  maximumConcurrency: number;
}

/**
 * What `functions/<name>/wiring.ts` exports as `wiring`. The function of an API area always gets the table, the edge's key and session
 * tokens. It needs this file only for more.
 */
export interface FunctionWiring {
  needs?: readonly (keyof typeof NEEDS)[];
  queue?: QueueWiring;
}
