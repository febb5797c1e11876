import type { AddressInfo, Server } from 'node:net';
import type { SignalHandover } from '#protocol/ingest-message.ts';
import { type Neighbours, neighboursOverHttp } from './command-port/neighbours.ts';
import { commandPortServer } from './command-port/server.ts';
import { type BridgeConfig, DEFAULTS } from './config.ts';
import type { BridgeContext } from './context.ts';
import { FileImages } from './downloads/file-images.ts';
import { Drain } from './drain.ts';
import { LastAddresses } from './limits/last-addresses.ts';
import { LoginLine } from './limits/login-line.ts';
import { Refusals } from './limits/refusals.ts';
import { SharedBytes } from './limits/shared-bytes.ts';
import { TokenBuckets } from './limits/token-buckets.ts';
import { UnitRates } from './limits/unit-rates.ts';
import type { Ports } from './ports.ts';
import { Presence } from './presence.ts';
import { Handovers } from './session/connected-unit.ts';
import { InvalidLog } from './session/invalid-log.ts';
import { Sessions } from './session/sessions.ts';
import { unitServer } from './session/unit-server.ts';

export type BridgeSettings = Partial<BridgeConfig> & Pick<BridgeConfig, 'bridgeId' | 'commandSecret'>;

/** A bridge that is running. */
export interface Bridge {
  readonly unitPort: number;
  readonly commandPort: number;
  readonly commandUrl: string;
  readonly units: number;
  /** Redirects the units, then closes. */
  drain(): Promise<void>;
  /** Closes at once: cuts the connections and releases the claims. */
  close(): Promise<void>;
}

/** Replaced in tests: the clock, and the sending to other bridges. */
export interface Surroundings {
  readonly now?: () => number;
  readonly neighbours?: Neighbours;
}

/** Starts a bridge on the given ports (0: any free one). */
export async function startBridge(
  settings: BridgeSettings,
  ports: Ports,
  { now = Date.now, neighbours = neighboursOverHttp(settings.commandSecret, ports.log) }: Surroundings = {},
): Promise<Bridge> {
  const config: BridgeConfig = { ...DEFAULTS, ...settings };
  const handovers = new Handovers(config.bridgeId);
  const sessions = new Sessions(config, ports, now, neighbours, handovers);
  const invalidLog = new InvalidLog(ports, config, now());
  const connections = new TokenBuckets(config.connectionRate);
  const refusals = new Refusals(ports.refusals, ports.log);
  const lastAddresses = new LastAddresses(ports.claims);
  const unitRates = new UnitRates(config);
  const context: BridgeContext = {
    config,
    ports,
    sessions,
    handovers,
    invalidLog,
    connections,
    refusals,
    lastAddresses,
    loginLine: new LoginLine({ atOnce: config.loginsAtOnce, underWay: config.maxLoginsUnderWay }),
    bytesBehindLogins: new SharedBytes({ own: config.ownBytesBehindLogin, shared: config.sharedBytesBehindLogins }),
    unitRates,
    fileImages: new FileImages(ports.downloads),
    now,
  };
  const drain = new Drain(config, sessions);
  const forCommands = commandPortServer(context, drain);
  const forUnits = unitServer(context);

  for (const server of [forCommands, forUnits]) {
    server.on('error', (error) => ports.log('error', 'A server failed', { error: String(error) }));
  }
  const commandPort = await listen(forCommands, config.commandPort, config.host);
  const bridgeAddress = `http://${config.ownHost}:${commandPort}`;
  const presence = new Presence({ ...config, bridgeAddress }, ports, sessions, now);
  await presence.renew();
  const unitPort = await listen(forUnits, config.unitPort, config.host);
  const sweep = setInterval(() => {
    for (const swept of [sessions, connections, refusals, lastAddresses, unitRates, invalidLog]) swept.sweep(now());
  }, config.sweepIntervalMs);
  const renewal = repeat(
    config.leaseRenewalIntervalMs,
    () => presence.renew(),
    (error) => ports.log('warn', 'The lease was not renewed', { error: String(error) }),
  );
  const signals = repeat(
    config.signalIntervalMs,
    () => ports.ingest.put([signalOf(config.bridgeId, now())]),
    (error) => ports.log('warn', 'The signal was not sent', { error: String(error) }),
  );
  ports.log('info', 'The bridge listens', { bridgeId: config.bridgeId, unitPort, commandPort });

  const stopListening = () => void forUnits.close();
  async function stop(): Promise<void> {
    clearInterval(sweep);
    renewal.stop();
    signals.stop();
    stopListening();
    for (const session of sessions.connections) session.end('bridge draining');
    await sessions.settled();
    await presence.end();
    forCommands.closeAllConnections();
    await new Promise((resolve) => forCommands.close(resolve));
  }

  return {
    unitPort,
    commandPort,
    commandUrl: `http://127.0.0.1:${commandPort}`,
    get units() {
      return sessions.units;
    },
    async drain() {
      await drain.run(stopListening);
      await stop();
    },
    close: stop,
  };
}

const signalOf = (bridgeId: string, now: number): SignalHandover => ({
  version: 1,
  id: `${bridgeId}-${now}`,
  receivedAt: now,
  bridgeId,
  kind: 'signal',
});

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: 4096 }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Repeats work, with a pause after each run. */
function repeat(pauseMs: number, work: () => Promise<void>, onError: (error: unknown) => void) {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const schedule = () => {
    if (stopped) return;
    timer = setTimeout(() => work().catch(onError).finally(schedule), pauseMs);
  };
  schedule();
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
