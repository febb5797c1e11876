/**
 * A bridge in its own process, so that a test can kill it. It calls the ports of its parent process over the channel
 * between the two.
 */
import { startBridge } from '#bridge/bridge.ts';
import type { Admission, DueCommand, LiveMessage, Ports, Waiting } from '#bridge/ports.ts';

const settings = JSON.parse(process.argv[2]!) as Parameters<typeof startBridge>[0];
const open = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
let asked = 0;

function ask<Answer>(method: string, ...given: unknown[]): Promise<Answer> {
  const id = ++asked;
  process.send!({ id, method, given });
  return new Promise<Answer>((resolve, reject) => open.set(id, { resolve: resolve as never, reject }));
}

process.on('message', ({ id, value, error }: { id: number; value?: unknown; error?: string }) => {
  const question = open.get(id);
  open.delete(id);
  if (error) question?.reject(new Error(error));
  else question?.resolve(value);
});

const ports: Ports = {
  leases: {
    renew: (...given) => ask('leases.renew', ...given),
    end: (...given) => ask('leases.end', ...given),
  },
  claims: {
    claim: (...given) => ask('claims.claim', ...given),
    addressOf: (...given) => ask('claims.addressOf', ...given),
    taken: (...given) => ask('claims.taken', ...given),
    release: (...given) => ask('claims.release', ...given),
  },
  ingest: { put: (...given) => ask('ingest.put', ...given) },
  units: {
    authenticate: (...given) => ask<Admission>('units.authenticate', ...given),
    isSecretOf: (...given) => ask<boolean>('units.isSecretOf', ...given),
  },
  refusals: {
    count: (...given) => ask('refusals.count', ...given),
    undo: (...given) => ask('refusals.undo', ...given),
  },
  commands: {
    isRecorded: (...given) => ask('commands.isRecorded', ...given),
    due: (...given) => ask<DueCommand[]>('commands.due', ...given),
    sent: (...given) => ask('commands.sent', ...given),
    done: (...given) => ask('commands.done', ...given),
    expired: (...given) => ask('commands.expired', ...given),
  },
  syncQueue: { due: (...given) => ask<Waiting>('syncQueue.due', ...given) },
  downloads: {
    waiting: (...given) => ask('downloads.waiting', ...given),
    unusable: (...given) => void ask('downloads.unusable', ...given),
    read: async (file, take) => take(await ask<Uint8Array>('downloads.read', file)),
  },
  interlock: { facts: (...given) => ask('interlock.facts', ...given) },
  publisher: { publish: (topic: string, message: LiveMessage) => void ask('publisher.publish', topic, message) },
  log: (...given) => void ask('log', ...given),
};

const bridge = await startBridge(settings, ports);
process.once('SIGTERM', () => void bridge.drain().then(() => process.exit(0)));
process.send!({ ready: { unitPort: bridge.unitPort, commandPort: bridge.commandPort, commandUrl: bridge.commandUrl } });
