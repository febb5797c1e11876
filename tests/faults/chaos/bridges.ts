import { randomUUID } from 'node:crypto';
import { SQSClient } from '@aws-sdk/client-sqs';
import { alarmsFirst } from '#bridge/adapters/alarms-first.ts';
import { tableClaims, tableLeases } from '#bridge/adapters/claims.ts';
import { tableCommands } from '#bridge/adapters/commands.ts';
import { storedDownloads } from '#bridge/adapters/downloads.ts';
import { SqsIngest } from '#bridge/adapters/ingest.ts';
import { tableInterlock } from '#bridge/adapters/interlock.ts';
import { livePublisher } from '#bridge/adapters/publisher.ts';
import { tableRefusalCounts } from '#bridge/adapters/refusal-counts.ts';
import { tableSyncQueue } from '#bridge/adapters/sync-queue.ts';
import { tableUnits } from '#bridge/adapters/units.ts';
import { type Bridge, startBridge } from '#bridge/bridge.ts';
import type { Ports } from '#bridge/ports.ts';
import type { Random } from '#scripts/seed/random.ts';
import { bridgeCommandSecret } from '#support/secret.ts';
import { Life, lives } from './life.ts';

/** The addresses of the queues that bridges fill. */
type ReportQueues = Readonly<Record<'alarm' | 'ingest', string>>;

interface Running {
  readonly bridge: Bridge;
  readonly life: Life;
}
type Port = Record<string, (...given: unknown[]) => unknown>;

/** Bridges with the adapters of the deployed ones. One that was killed is replaced by a new one, with another id and other ports. */
export class Bridges {
  readonly #random: Random;
  readonly #urls: ReportQueues;
  #running: Running[] = [];
  readonly #changing = new Set<Promise<unknown>>();
  kills = 0;

  constructor(urls: ReportQueues, random: Random) {
    this.#urls = urls;
    this.#random = random;
  }

  /** Starts one more. The table can have a fault at that moment: a bridge that cannot start is started again. */
  async start(): Promise<void> {
    const commandSecret = await bridgeCommandSecret();
    for (;;) {
      const life = new Life();
      const settings = { bridgeId: randomUUID().slice(0, 8), commandSecret, host: '127.0.0.1' };
      try {
        const ports = portsOf(life, this.#urls);
        const bridge = await startBridge({ ...settings, unitPort: 0, commandPort: 0 }, ports);
        this.#running.push({ bridge, life });
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }

  /** One that takes connections; undefined if none does. */
  get any(): Bridge | undefined {
    return this.#running.length > 0 ? this.#random.pick(this.#running).bridge : undefined;
  }

  /** Ends one at once: its connections are cut, and nothing of it reaches the table or the queue any more. */
  kill(): void {
    const killed = this.#running.length > 0 && this.#random.pick(this.#running);
    if (!killed) return;
    this.kills += 1;
    this.#running = this.#running.filter((one) => one !== killed);
    killed.life.end();
    // Only its sockets and timers are left of it.
    void killed.bridge.close();
    const replaced = this.start().finally(() => this.#changing.delete(replaced));
    this.#changing.add(replaced);
  }

  async close(): Promise<void> {
    await Promise.all(this.#changing);
    await Promise.all(this.#running.map(({ bridge }) => bridge.close()));
  }
}

const log = () => {};

/** The ports of a bridge that runs in this life. */
function portsOf(life: Life, urls: ReportQueues): Ports {
  const queue = (queueUrl: string) => new SqsIngest({ client: new SQSClient({}), queueUrl, log });
  const ports = {
    leases: tableLeases,
    claims: tableClaims,
    units: tableUnits,
    refusals: tableRefusalCounts,
    commands: tableCommands(log),
    syncQueue: tableSyncQueue,
    interlock: tableInterlock,
    downloads: storedDownloads,
    publisher: livePublisher(log),
    ingest: alarmsFirst(queue(urls.alarm), queue(urls.ingest)),
  };
  const within = (port: object) =>
    new Proxy(port as Port, {
      get:
        (all, name: string) =>
        (...given: unknown[]) =>
          lives.run(life, () => all[name]!(...given)),
    });
  const living = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, within(port)]));
  return { ...(living as unknown as typeof ports), log };
}
