import type { BridgeConfig } from './config.ts';
import type { FileImages } from './downloads/file-images.ts';
import type { LastAddresses } from './limits/last-addresses.ts';
import type { LoginLine } from './limits/login-line.ts';
import type { Refusals } from './limits/refusals.ts';
import type { SharedBytes } from './limits/shared-bytes.ts';
import type { TokenBuckets } from './limits/token-buckets.ts';
import type { UnitRates } from './limits/unit-rates.ts';
import type { Ports } from './ports.ts';
import type { Handovers } from './session/connected-unit.ts';
import type { InvalidLog } from './session/invalid-log.ts';
import type { Sessions } from './session/sessions.ts';

/** Shared by all sessions of a bridge. */
export interface BridgeContext {
  readonly config: BridgeConfig;
  readonly ports: Ports;
  readonly sessions: Sessions;
  readonly handovers: Handovers;
  readonly invalidLog: InvalidLog;
  /** New connections, by address. */
  readonly connections: TokenBuckets;
  readonly refusals: Refusals;
  readonly lastAddresses: LastAddresses;
  readonly loginLine: LoginLine;
  /** What connections have sent before their login was decided. */
  readonly bytesBehindLogins: SharedBytes;
  readonly unitRates: UnitRates;
  readonly fileImages: FileImages;
  /** Milliseconds UTC. */
  readonly now: () => number;
}
