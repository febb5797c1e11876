import { EventEmitter, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type Bridge, type BridgeSettings, type Surroundings, startBridge } from '#bridge/bridge.ts';
import type {
  Admission,
  Claims,
  CommandReply,
  Downloads,
  DueCommand,
  Ingest,
  Leases,
  LiveMessage,
  Owner,
  Ports,
  RefusalCounts,
  RefusalSubject,
  SyncQueue,
  Waiting,
  WaitingFile,
} from '#bridge/ports.ts';
import type { SendMark } from '#core/consoles/progress.ts';
import type { SafetyFacts } from '#core/interlock/held-back.ts';
import { consoleTopic } from '#core/live/messages.ts';
import type { UpMessage } from '#core/unit-messages/messages.ts';
import type { DownMessage, Login, UnitStart } from '#core/unit-messages/session.ts';
import { countsBack } from '#core/unit-messages/unit-start.ts';
import type { Values } from '#core/unit-messages/values.ts';
import type { UnitModel } from '#core/units/unit.ts';
import type { Codec } from '#protocol/codec.ts';
import type { SyncOrder, UnitCommand } from '#protocol/command-port.ts';
import { signedHeaders } from '#protocol/command-port-signature.ts';
import { FrameDecoder } from '#protocol/frames.ts';
import type { IngestMessage } from '#protocol/ingest-message.ts';
import { codecOf, down } from '#protocol/models.ts';

/** The leases of bridges, in memory. `renewals` counts the writes. */
class MemoryLeases implements Leases {
  readonly running = new Map<string, Owner>();
  renewals = 0;

  async renew(owner: Owner) {
    this.renewals += 1;
    this.running.set(owner.bridgeId, owner);
  }

  async end(bridgeId: string) {
    this.running.delete(bridgeId);
  }
}

/** Claims in memory: several bridges that share them compete for units as they do with the table. */
class MemoryClaims implements Claims {
  readonly held = new Map<
    string,
    { fence: number; bridgeId: string | undefined; lastBridge: string; openedAt: number; address: string } & UnitStart
  >();
  readonly #leases: MemoryLeases;
  /** The number of writes. */
  writes = 0;

  constructor(leases: MemoryLeases) {
    this.#leases = leases;
  }

  async claim(
    UnitSerNum: string,
    bridgeId: string,
    { bootId, lastSequence }: UnitStart,
    openedAt: number,
    address: string,
  ) {
    this.writes += 1;
    const before = this.held.get(UnitSerNum);
    if (before && countsBack({ bootId, lastSequence }, before) && openedAt < before.openedAt) return undefined;
    const fence = (before?.fence ?? 0) + 1;
    this.held.set(UnitSerNum, { fence, bridgeId, lastBridge: bridgeId, openedAt, address, bootId, lastSequence });
    const previousOwner = this.#leases.running.get(before?.bridgeId ?? '');
    const previousStart = before && { bootId: before.bootId, lastSequence: before.lastSequence };
    return {
      fence,
      ...(previousStart && { previousStart }),
      ...(previousOwner && { previousOwner }),
      ...(before && before.lastBridge !== bridgeId && { elsewhereSince: before.openedAt }),
    };
  }

  /** The number of reads of addresses. */
  addressReads = 0;

  async addressOf(UnitSerNum: string) {
    this.addressReads += 1;
    return this.held.get(UnitSerNum)?.address;
  }

  async taken(claims: readonly { UnitSerNum: string; fence: number }[]) {
    return claims
      .filter(({ UnitSerNum, fence }) => (this.held.get(UnitSerNum)?.fence ?? 0) > fence)
      .map(({ UnitSerNum }) => UnitSerNum);
  }

  async release(UnitSerNum: string, fence: number) {
    this.writes += 1;
    const claim = this.held.get(UnitSerNum);
    if (claim?.fence !== fence || !claim.bridgeId) return false;
    claim.bridgeId = undefined;
    return true;
  }

  ownerOf(UnitSerNum: string): string | undefined {
    return this.held.get(UnitSerNum)?.bridgeId;
  }
}

/** A store that keeps each id once, and can be slow, blocked or failing. */
class MemoryIngest implements Ingest {
  readonly stored = new Map<string, IngestMessage>();
  /** Every hand-over in order, including repetitions. */
  readonly handedOver: IngestMessage[] = [];
  failing = false;
  #gate: Promise<void> | undefined;
  #open: (() => void) | undefined;

  async put(messages: readonly IngestMessage[]) {
    this.handedOver.push(...messages);
    await this.#gate;
    if (this.failing) throw new Error('The store is down');
    for (const message of messages) if (!this.stored.has(message.id)) this.stored.set(message.id, message);
  }

  /** Blocks writes until {@link open}. */
  shut() {
    this.#gate = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  open() {
    this.#open?.();
    this.#gate = undefined;
  }

  of(kind: IngestMessage['kind']): IngestMessage[] {
    return [...this.stored.values()].filter((message) => message.kind === kind);
  }

  /** The types of the stored reports of a unit, in order. */
  reportsOf(UnitSerNum: string): string[] {
    return [...this.stored.values()].flatMap((message) =>
      message.kind === 'report' && message.UnitSerNum === UnitSerNum ? [message.message.type] : [],
    );
  }
}

type Ended = UnitCommand & { outcome: string; reply?: CommandReply };

/** The record of commands, in memory. */
class MemoryCommands {
  readonly waiting = new Map<string, UnitCommand & { sent: boolean }>();
  readonly ended = new Map<string, Ended>();

  /** Records a command that is new here, as its sender does in the table before it asks a bridge. */
  async isRecorded(command: UnitCommand) {
    await this.queue(command);
    return true;
  }

  async queue(command: UnitCommand) {
    if (this.waiting.has(command.commandId) || this.ended.has(command.commandId)) return false;
    this.waiting.set(command.commandId, { ...command, sent: false });
    return true;
  }

  async due(UnitSerNum: string): Promise<DueCommand[]> {
    return [...this.waiting.values()].filter((command) => command.UnitSerNum === UnitSerNum);
  }

  async sent(_: string, commandId: string): Promise<SendMark> {
    const command = this.waiting.get(commandId);
    if (command) command.sent = true;
    return command ? 'marked' : 'ended';
  }

  done = async (_: string, commandId: string, reply: CommandReply) => this.#end(commandId, reply.outcome, reply);
  expired = async (_: string, commandId: string) => this.#end(commandId, 'expired');

  #end(commandId: string, outcome: string, reply?: CommandReply) {
    const command = this.waiting.get(commandId);
    if (!command) return false;
    this.waiting.delete(commandId);
    this.ended.set(commandId, { ...command, outcome, ...(reply && { reply }) });
    return true;
  }
}

/** What waits for units, in memory. A sync order says which parts of it a unit can take. */
class MemorySyncQueue implements SyncQueue {
  readonly configurations = new Map<string, { revision: number; settings: Values }>();
  messages: (Waiting['messages'][number] & { UnitSerNum: string })[] = [];
  orders: SyncOrder[] = [];

  async due(order: SyncOrder): Promise<Waiting> {
    this.orders.push(order);
    const configuration = order.configuration ? this.configurations.get(order.UnitSerNum) : undefined;
    return {
      ...(configuration && { configuration }),
      messages: this.messages
        .filter(({ UnitSerNum, MessageType }) => UnitSerNum === order.UnitSerNum && order.types.includes(MessageType))
        .map(({ UnitSerNum: _unit, ...message }) => message),
    };
  }
}

/** The files of waiting messages by key, in memory. `reads` counts how often each was read. */
class MemoryDownloads implements Downloads {
  readonly files = new Map<string, WaitingFile>();
  readonly contents = new Map<string, Uint8Array>();
  readonly reads = new Map<string, number>();
  readonly unusableFiles: string[] = [];
  failing = false;

  async waiting(_unit: unknown, MessageKey: string) {
    return this.files.get(MessageKey);
  }

  async read({ location }: WaitingFile, take: (piece: Uint8Array) => void) {
    this.reads.set(location, (this.reads.get(location) ?? 0) + 1);
    const content = this.contents.get(location);
    if (this.failing || !content) throw new Error('There is no such file');
    // Pieces of an odd size, as a network brings them.
    for (let at = 0; at < content.length; at += 1_447) take(content.subarray(at, at + 1_447));
  }

  unusable({ location }: WaitingFile) {
    this.unusableFiles.push(location);
  }
}

/** The counts of refused logins, in memory. */
class MemoryRefusals implements RefusalCounts {
  readonly counts = new Map<string, number>();
  limits = { unit: 20, unitAtAddress: 20, address: 300 };

  async count({ kind, value }: RefusalSubject) {
    const key = `${kind} ${value}`;
    const count = this.counts.get(key) ?? 0;
    if (count >= this.limits[kind]) return false;
    this.counts.set(key, count + 1);
    return true;
  }

  async undo({ kind, value }: RefusalSubject) {
    const key = `${kind} ${value}`;
    this.counts.set(key, (this.counts.get(key) ?? 1) - 1);
  }
}

/** The ports of a bridge, in memory, open to tests. */
export class MemoryPorts implements Ports {
  leases = new MemoryLeases();
  claims = new MemoryClaims(this.leases);
  ingest = new MemoryIngest();
  commands = new MemoryCommands();
  syncQueue = new MemorySyncQueue();
  /** What is stored of all units that the interlock judges by. */
  safety: SafetyFacts = { alarms: [] };
  readonly interlock = { facts: async () => this.safety };
  refusals = new MemoryRefusals();
  downloads = new MemoryDownloads();
  readonly published: { topic: string; message: LiveMessage }[] = [];
  readonly logged: { level: string; message: string; facts?: Record<string, unknown> }[] = [];
  readonly admissions = new Map<string, Admission>();
  heartbeatSeconds = 60;
  authenticating: Promise<void> | undefined;

  readonly units = {
    authenticate: async ({ UnitSerNum }: Login): Promise<Admission> => {
      await this.authenticating;
      return (
        this.admissions.get(UnitSerNum) ?? { accepted: true, proven: false, heartbeatSeconds: this.heartbeatSeconds }
      );
    },
    isSecretOf: async (_unit: string, _since: string | undefined): Promise<boolean> => true,
  };

  readonly publisher = {
    publish: (topic: string, message: LiveMessage) => void this.published.push({ topic, message }),
  };

  log = (level: string, message: string, facts?: Record<string, unknown>) =>
    void this.logged.push({ level, message, ...(facts && { facts }) });

  /** The messages to a unit's console, in order. */
  console(UnitSerNum: string): Record<string, unknown>[] {
    const topic = consoleTopic(UnitSerNum);
    return this.published.flatMap((one) => (one.topic === topic ? [one.message as never] : []));
  }

  /** The names of the messages to a unit's console, in order. */
  events(UnitSerNum: string): string[] {
    return this.console(UnitSerNum).map(({ event }) => String(event));
  }
}

export const SECRET = 'a secret of at least 16 letters';
/** For tests that flood a bridge to prove something else than its limits. */
export const NO_LIMITS = {
  connectionRate: { burst: 1e9, perMinute: 1e9 },
  maxUnidentified: 1e9,
  loginRate: { burst: 1e9, perMinute: 1e9 },
  reportRate: { burst: 1e9, perMinute: 1e9 },
  eventRate: { burst: 1e9, perMinute: 1e9 },
  downloadRate: { burst: 1e9, perMinute: 1e9 },
  framesPerSecond: 1e9,
};
let bridges = 0;

/** A bridge on free ports of this machine. */
export const aBridge = (
  ports: Ports,
  settings: Partial<BridgeSettings> = {},
  surroundings: Surroundings = {},
): Promise<Bridge> =>
  startBridge(
    {
      bridgeId: `bridge${++bridges}`,
      commandSecret: SECRET,
      host: '127.0.0.1',
      unitPort: 0,
      commandPort: 0,
      sweepIntervalMs: 20,
      leaseRenewalIntervalMs: 50,
      claimCheckMs: 100,
      ...settings,
    },
    ports,
    surroundings,
  );

/** Posts to the bridge's command port like the rest of the system. */
export async function post(
  bridge: Pick<Bridge, 'commandUrl'>,
  path: string,
  content: unknown,
  now = Date.now(),
  secret = SECRET,
) {
  const body = JSON.stringify(content);
  const response = await fetch(`${bridge.commandUrl}${path}`, {
    method: 'POST',
    headers: signedHeaders(secret, { method: 'POST', path, body }, now),
    body,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** What is waited for comes in milliseconds on a quiet machine, and in seconds on a busy one. */
const PATIENCE_MS = 15_000;

export interface Heard {
  readonly sequence: number;
  readonly message: DownMessage;
}

/** The unit's end of a connection, driven by a test. */
export class TestUnit {
  readonly heard: Heard[] = [];
  closed = false;
  sequence = 0;
  bootId = 1;
  readonly #socket: Socket;
  readonly #codec: Codec<UpMessage>;
  readonly #arrived = new EventEmitter();
  readonly UnitSerNum: string;
  readonly UnitModel: UnitModel;

  private constructor(socket: Socket, UnitSerNum: string, UnitModel: UnitModel) {
    this.#socket = socket;
    this.UnitSerNum = UnitSerNum;
    this.UnitModel = UnitModel;
    this.#codec = codecOf(UnitModel);
    const decoder = new FrameDecoder();
    socket.on('data', (chunk) => {
      for (const frame of decoder.push(chunk)) {
        const decoded = down.decode(frame);
        if (!decoded.ok) throw new Error(`The bridge said something odd: ${decoded.detail}`);
        this.heard.push({ sequence: frame.sequence, message: decoded.message });
      }
      this.#arrived.emit('news');
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      this.closed = true;
      this.#arrived.emit('news');
    });
  }

  /** A connection without any frame. */
  static async dial(
    { unitPort }: Pick<Bridge, 'unitPort'>,
    UnitSerNum = 'A1B2C3',
    UnitModel: UnitModel = 'MXD-LTE',
    from = '127.0.0.1',
  ) {
    const socket = connect({ port: unitPort, host: '127.0.0.1', localAddress: from });
    await once(socket, 'connect');
    return new TestUnit(socket, UnitSerNum, UnitModel);
  }

  /** A logged-in connection. */
  static async loggedIn(
    bridge: Pick<Bridge, 'unitPort'>,
    UnitSerNum = 'A1B2C3',
    more: Partial<Login> & { sequence?: number } = {},
  ) {
    const { sequence = 0, ...login } = more;
    const unit = await TestUnit.dial(bridge, UnitSerNum, (login.UnitModel as UnitModel | undefined) ?? 'MXD-LTE');
    unit.sequence = sequence;
    unit.say(unit.login(login));
    await unit.hears('loginAccepted');
    return unit;
  }

  login(more: Partial<Login> = {}): Login {
    this.bootId = more.bootId ?? this.bootId;
    return {
      type: 'login',
      imei: '356938035643809',
      UnitSerNum: this.UnitSerNum,
      UnitModel: this.UnitModel,
      FirmVer: '2.3.0.1.4',
      protocolVersion: 1,
      bootId: this.bootId,
      lastSequence: this.sequence,
      ...more,
    };
  }

  /** Sends a message with the next sequence number, or with the given one; returns the number. */
  say(message: UpMessage, sequence = ++this.sequence): number {
    this.write(this.#codec.encode(message, sequence));
    return sequence;
  }

  /** An event report, the shortest report. */
  event(EventCode = 101, MessageTime = Date.now()): UpMessage {
    return { type: 'event', MessageTime, EventCode };
  }

  frame(message: UpMessage, sequence: number): Uint8Array {
    return this.#codec.encode(message, sequence);
  }

  write(bytes: Uint8Array): void {
    this.#socket.write(bytes);
  }

  /** Waits for the next message of this type that no earlier call has returned, and removes it. */
  async hears<T extends DownMessage['type']>(
    type: T,
    patience = PATIENCE_MS,
  ): Promise<Heard & { message: Extract<DownMessage, { type: T }> }> {
    const at = await this.#until(
      this.#finding(({ message }) => message.type === type),
      patience,
      type,
    );
    const [heard] = this.heard.splice(at, 1);
    return heard as never;
  }

  /** Waits for the first acknowledgement of the number. */
  async isAcknowledged(sequence: number, patience = PATIENCE_MS): Promise<void> {
    const isAck = (one: Heard) => one.sequence === sequence && one.message.type === 'received';
    const at = await this.#until(this.#finding(isAck), patience, `acknowledgement of ${sequence}`);
    this.heard.splice(at, 1);
  }

  /** The acknowledged sequence numbers that no call has returned, in order. */
  get acknowledged(): number[] {
    return this.heard.flatMap(({ sequence, message }) => (message.type === 'received' ? [sequence] : []));
  }

  async isClosed(patience = PATIENCE_MS): Promise<void> {
    await this.#until(() => (this.closed ? 0 : -1), patience, 'the end of the connection');
  }

  /** The bytes that the bridge has not read and that no longer fit into buffers. */
  get unsent(): number {
    return this.#socket.writableLength;
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Closes the connection properly. */
  end(): void {
    this.#socket.end();
  }

  /** Resets the connection without closing it. */
  vanish(): void {
    this.#socket.resetAndDestroy();
  }

  /** Returns a search that goes on after what it has seen: to search thousands of answers at each new one takes minutes on a busy machine. */
  #finding(isWanted: (one: Heard) => boolean): () => number {
    let seen: Heard | undefined;
    return () => {
      const from = seen ? this.heard.lastIndexOf(seen) + 1 : 0;
      for (let at = from; at < this.heard.length; at++) if (isWanted(this.heard[at]!)) return at;
      seen = this.heard.at(-1);
      return -1;
    };
  }

  async #until(find: () => number, patience: number, what: string): Promise<number> {
    const signal = AbortSignal.timeout(patience);
    for (let at = find(); ; at = find()) {
      if (at >= 0) return at;
      await once(this.#arrived, 'news', { signal }).catch(() => {
        const heard = this.heard
          .slice(-20)
          .map(({ message }) => message.type)
          .join(', ');
        throw new Error(`${this.UnitSerNum} waited in vain for ${what}; heard: ${heard || 'nothing'}`);
      });
    }
  }
}

/** Waits until the check succeeds. */
export async function eventually(isSo: () => boolean, what = 'the condition', patience = PATIENCE_MS): Promise<void> {
  for (const started = Date.now(); !isSo(); ) {
    if (Date.now() - started > patience) throw new Error(`Waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
