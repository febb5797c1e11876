import type { BridgeConfig } from './config.ts';
import type { Handovers } from './connected-unit.ts';
import type { InvalidLog } from './invalid-log.ts';
import type { Ports } from './ports.ts';
import type { Sessions } from './sessions.ts';

/** What every session of a bridge shares; nothing of it is kept per connection. */
export interface BridgeContext {
  readonly config: BridgeConfig;
  readonly ports: Ports;
  readonly sessions: Sessions;
  readonly handovers: Handovers;
  readonly invalidLog: InvalidLog;
  /** Milliseconds UTC. */
  readonly now: () => number;
}
