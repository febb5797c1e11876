import type { NEEDS } from '#platform/aws/needs.ts';

/** A queue, declared by the function that consumes it. */
export interface QueueWiring {
  name: string;
  /** The functions that send to it. */
  filledBy: readonly string[];
  batchSize: number;
  /** Longer than the consumer's timeout, or a message is delivered again while it is still worked on. */
  visibilitySeconds: number;
  consumerTimeoutSeconds: number;
  /** Deliveries before a message becomes a dead letter. */
  maxReceiveCount: number;
  /** At most so many consumers at once; if absent, only the account's limit holds. */
  maximumConcurrency?: number;
}

/**
 * What `functions/<name>/wiring.ts` exports as `wiring`. The function of an API area gets the table, the edge's key and session tokens
 * anyway, and needs a file only for more.
 */
export interface FunctionWiring {
  needs?: readonly (keyof typeof NEEDS)[];
  queue?: QueueWiring;
}
