import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { FileImages } from '#bridge/downloads/file-images.ts';
import { UnitDownload } from '#bridge/downloads/unit-download.ts';
import type { WaitingFile } from '#bridge/ports.ts';
import type { DownloadAnswer, DownloadQuestion } from '#core/unit-messages/download-messages.ts';
import { FrameDecoder } from '#protocol/frames.ts';
import { down } from '#protocol/models.ts';
import { type Random, seededRandom } from '#scripts/seed/random.ts';
import { BlockReader } from '#scripts/simulate/downloads/block-reader.ts';
import { boot, isIntact } from '#scripts/simulate/downloads/boot.ts';
import { Flash } from '#scripts/simulate/downloads/flash.ts';
import { UnitDownloads } from '#scripts/simulate/downloads/unit-downloads.ts';
import { DOES_NOT_START } from '#scripts/simulate/unit.ts';
import { WaitingMessages } from '#scripts/simulate/waiting-messages.ts';
import { MemoryPorts } from '#support/bridge.ts';
import { firmwareOf, someFile, stranger, TRUSTED } from '#support/firmware.ts';
import { withMessage } from '#support/with-message.ts';

const OLD = '2.3.0.1.4';
const NEW = '2.4.0.0.1';
const KEY = 'AB13';
const UPDATE = { type: 'update', MessageKey: KEY, MessageType: 'FIRMVER', content: { version: NEW } } as const;

class PowerLost extends Error {}

/** Where something fails. Each is called at every point at which it may, and returns true if it fails there. */
interface Faults {
  power(): boolean;
  connection(): boolean;
  bridge(): boolean;
  storage(): boolean;
}
const NO_FAULTS: Faults = { power: () => false, connection: () => false, bridge: () => false, storage: () => false };

/** A unit and the bridge's own downloads, with all messages as frames between them, and time that only passes when nothing else happens. */
class World {
  readonly flash: Flash;
  readonly ports = new MemoryPorts();
  readonly said: string[] = [];
  /** The versions that ran, in order. */
  readonly ran: string[] = [];
  readonly #faults: Faults;
  readonly #waiting: WaitingMessages;
  #downloads!: UnitDownloads;
  #images: FileImages;
  #bridge!: UnitDownload;
  #isConnected = false;
  #timers: (() => void)[] = [];
  /** What is on its way, in either direction. */
  #line: (() => void)[] = [];

  constructor(file: WaitingFile, content: Uint8Array, faults: Partial<Faults> = {}, images?: FileImages) {
    this.#faults = { ...NO_FAULTS, ...faults };
    this.ports.downloads.files.set(KEY, file);
    this.ports.downloads.contents.set(file.location, content);
    this.#letStorageFail();
    this.#images = images ?? new FileImages(this.ports.downloads);
    this.flash = new Flash(OLD, () => {
      if (this.#faults.power()) throw new PowerLost();
    });
    this.#waiting = new WaitingMessages(
      ({ stage, text }) => this.said.push(text === undefined ? String(stage) : `${stage}: ${text}`),
      (update) => this.#downloads.begin(update),
    );
  }

  /** The table and the bucket may be away before each request, and a file may break off after each piece. */
  #letStorageFail(): void {
    const { downloads } = this.ports;
    const [waiting, read] = [downloads.waiting.bind(downloads), downloads.read.bind(downloads)];
    const mayFail = () => {
      if (this.#faults.storage()) throw new Error('The storage is away');
    };
    downloads.waiting = async (...asked) => {
      mayFail();
      return waiting(...asked);
    };
    downloads.read = async (file, take) => {
      mayFail();
      await read(file, (piece) => {
        const half = piece.length >> 1;
        take(piece.subarray(0, half));
        mayFail();
        take(piece.subarray(half));
      });
      mayFail();
    };
  }

  get end(): string | undefined {
    return this.said.find((one) => one === 'done' || one.startsWith('failed'));
  }

  /** Goes on until the message has ended, and the unit has nothing to do. */
  async run(): Promise<void> {
    this.#start();
    for (let steps = 0; steps < 20_000; steps++) {
      const next = this.#line.shift();
      if (next) this.#try(next);
      else if (await this.#bridgeIsBusy()) continue;
      else if (this.end) return;
      else this.#passTime();
    }
    throw new Error(`The message has no end after ${this.said.join(', ')}`);
  }

  /** What the unit has whenever it starts: it must be able to run it. */
  #start(): void {
    this.#line = [];
    this.#timers = [];
    this.#isConnected = false;
    for (;;) {
      try {
        this.#downloads = new UnitDownloads(
          {
            ...{ model: 'MXD-LTE', flash: this.flash, keys: TRUSTED },
            isInCall: () => false,
            restart: () => this.#restart(),
          },
          {
            ask: (question) => this.#ask(question),
            progress: () => {},
            end: (...end) => this.#waiting.end(...end),
            forget: (key) => this.#waiting.forget(key),
            after: (_seconds, work) => this.#timers.push(work),
          },
        );
        break;
      } catch (error) {
        if (!(error instanceof PowerLost)) throw error;
      }
    }
    const { active } = this.flash.read('boot');
    const installed = this.flash.installed(active)!;
    expect(isIntact(this.flash, active, installed)).toBe(true);
    this.ran.push(this.#downloads.version);
    this.#waiting.restarted();
    const comesUp = !this.flash.content(active).subarray(0, DOES_NOT_START.length).equals(Buffer.from(DOES_NOT_START));
    this.#timers.push(() => (comesUp ? this.#connect() : this.#restart()));
  }

  #restart(): void {
    this.#line = [() => this.#start()];
    this.#timers = [];
    this.#isConnected = false;
  }

  #connect(): void {
    this.#isConnected = true;
    this.#newSession();
    this.#line.push(() => this.#downloads.connected());
    // Its ping brings what still waits.
    this.#line.push(() => {
      if (!this.end) this.#waiting.take(UPDATE);
    });
  }

  /** What the bridge had read is gone too. */
  #bridgeDies(): boolean {
    const dies = this.#faults.bridge();
    if (dies) this.#images = new FileImages(this.ports.downloads);
    return dies;
  }

  #newSession(): void {
    const images = this.#images;
    this.#bridge = new UnitDownload({
      ...{ UnitSerNum: 'A1B2C3', UnitModel: 'MXD-LTE', ports: this.ports, images, now: () => 0 },
      mayRead: () => true,
      hold: async () => undefined,
      send: (answer, sequence) => this.#deliver(down.encode(answer, sequence)),
      write: (frames) => this.#deliver(frames),
    });
  }

  #ask(question: DownloadQuestion): void {
    if (!this.#isConnected) return;
    const bridge = this.#bridge;
    this.#line.push(() => bridge.take(question, 1));
  }

  #deliver(frames: Uint8Array): void {
    for (const frame of new FrameDecoder().push(frames)) {
      const decoded = down.decode(frame);
      if (!decoded.ok) throw new Error(decoded.detail);
      this.#line.push(() => this.#downloads.hear(decoded.message as DownloadAnswer));
    }
  }

  #try(work: () => void): void {
    try {
      if (this.#faults.power()) throw new PowerLost();
      if (this.#isConnected && (this.#faults.connection() || this.#bridgeDies())) this.#loseConnection();
      else work();
    } catch (error) {
      if (!(error instanceof PowerLost)) throw error;
      this.#start();
    }
  }

  #loseConnection(): void {
    this.#line = [];
    this.#isConnected = false;
    this.#timers.push(() => this.#connect());
  }

  async #bridgeIsBusy(): Promise<boolean> {
    for (let turns = 0; turns < 20; turns++) {
      await Promise.resolve();
      if (this.#line.length > 0) return true;
    }
    await new Promise(setImmediate);
    return this.#line.length > 0;
  }

  #passTime(): void {
    const due = this.#timers;
    this.#timers = [];
    for (const one of due) this.#try(one);
  }
}

const GOOD = someFile(2_500);
const BROKEN = someFile(2_500, DOES_NOT_START);
const SMALL_BLOCKS = { blockBytes: 64 };

/** Fails once, at the given point. */
function once(point: number): { fails: () => boolean; reached: () => boolean } {
  let count = 0;
  return { fails: () => ++count === point, reached: () => count >= point };
}

describe('firmware over the protocol', () => {
  it('comes in blocks, is installed and runs', async () => {
    const world = new World(firmwareOf(GOOD), GOOD);
    await world.run();
    expect(world.end).toBe('done');
    expect(world.ran).toEqual([OLD, NEW]);
    expect(world.flash.content(1).equals(GOOD)).toBe(true);
    expect(world.flash.read('partial')).toBeUndefined();
  });

  it('that does not come up is given up after three starts, and the old version runs again', async () => {
    const world = new World(firmwareOf(BROKEN), BROKEN);
    await world.run();
    expect(world.end).toBe(`failed: The version ${NEW} did not come up; ${OLD} runs again`);
    expect(world.ran).toEqual([OLD, NEW, NEW, NEW, OLD]);
  });

  it.each(['power', 'connection', 'bridge', 'storage'] as const)(
    'survives the loss of %s at every single point, and is installed all the same',
    async (what) => {
      let points = 0;
      for (let point = 1; ; point++) {
        const fault = once(point);
        const world = new World(firmwareOf(GOOD, SMALL_BLOCKS), GOOD, { [what]: fault.fails });
        await world.run();
        expect(world.end).toBe('done');
        expect(world.ran.at(-1)).toBe(NEW);
        // Whatever comes after the end, it starts with the same firmware.
        expect(boot(world.flash).version).toBe(NEW);
        if (!fault.reached()) break;
        points = point;
      }
      expect(points).toBeGreaterThanOrEqual({ power: 140, connection: 40, bridge: 40, storage: 6 }[what]);
    },
  );

  it('that does not come up leaves the old version, wherever power is lost', async () => {
    for (let point = 1; ; point++) {
      const fault = once(point);
      const world = new World(firmwareOf(BROKEN, SMALL_BLOCKS), BROKEN, { power: fault.fails });
      await world.run();
      expect(world.end).toMatch(/^failed: .* did not come up/);
      expect(world.ran.at(-1)).toBe(OLD);
      if (!fault.reached()) break;
    }
  });

  it('goes on where it was after a loss of power, and does not begin again', async () => {
    const fault = once(70);
    const world = new World(firmwareOf(GOOD, SMALL_BLOCKS), GOOD, { power: fault.fails });
    let sent = 0;
    const { take } = UnitDownload.prototype;
    UnitDownload.prototype.take = function (question, sequence) {
      if (question.type === 'askBlocks') sent += question.blocks;
      take.call(this, question, sequence);
    };
    await world.run();
    UnitDownload.prototype.take = take;
    // 40 blocks in windows of 32: the interrupted window is the only one that is asked for again.
    expect(sent).toBeLessThan(2 * 40);
    expect(world.end).toBe('done');
  });

  it('always leaves firmware that runs, whatever fails and how often', async () => {
    for (let seed = 1; seed <= 150; seed++) {
      const random: Random = seededRandom(seed);
      const broken = random.chance(0.3);
      const file = broken ? BROKEN : GOOD;
      let left = random.between(1, 12);
      const sometimes = (chance: number) => () => {
        if (left === 0 || !random.chance(chance)) return false;
        left -= 1;
        return true;
      };
      const world = new World(firmwareOf(file, SMALL_BLOCKS), file, {
        power: sometimes(0.03),
        connection: sometimes(0.02),
        bridge: sometimes(0.02),
        storage: sometimes(0.5),
      });
      await world.run();
      // Too many losses of power during its first starts look like a version that does not come up.
      expect(world.ran.at(-1)).toBe(world.end === 'done' ? NEW : OLD);
      if (broken) expect(world.end).not.toBe('done');
    }
  });
});

it('a block that is damaged, of another size or out of order is not written', () => {
  const written: number[] = [];
  const reader = new BlockReader({ MessageKey: KEY, bytes: 20, blockBytes: 10 }, (at) => written.push(at));
  const block = (number: number, data: Buffer) => ({ type: 'block', block: number, crc32: crc32(data), data }) as const;
  const [first, last] = [Buffer.from('0123456789'), Buffer.from('abcdefghij')];
  const damaged = { ...block(1, first), data: Buffer.from('0123456780') };
  for (const wrong of [damaged, block(1, first.subarray(1)), block(2, last)]) expect(reader.take(wrong)).toBe(false);
  expect([written, reader.written]).toEqual([[], 0]);
  expect([reader.take(block(1, first)), reader.take(block(2, last)), reader.isDone]).toEqual([true, true, true]);
});

describe('the boot loader', () => {
  const stored = (content: Buffer) => {
    const flash = new Flash(OLD);
    flash.erase(1, content.length);
    flash.put(1, 0, content);
    flash.write('slot1', { version: NEW, bytes: content.length, sha256: flash.digest(1) });
    flash.write('boot', { active: 1, trial: { MessageKey: KEY, startsLeft: 3 } });
    return flash;
  };

  it('does not begin a version that its memory has damaged since', () => {
    const flash = stored(GOOD);
    flash.content(1)[700]! ^= 1;
    expect(boot(flash).version).toBe(OLD);
    expect(flash.read('boot')).toEqual({ active: 0, failed: { MessageKey: KEY, version: NEW } });
  });

  it('gives a sound one three starts', () => {
    const flash = stored(GOOD);
    expect([1, 2, 3, 4, 5].map(() => boot(flash).version)).toEqual([NEW, NEW, NEW, OLD, OLD]);
  });
});

describe('a unit refuses firmware', () => {
  const refusalOf = async (file: WaitingFile, content = GOOD, prepare = (_: World) => {}) => {
    const world = new World(file, content);
    prepare(world);
    await world.run();
    expect(world.ran).toEqual([OLD]);
    return world.end;
  };

  it('that a stranger has signed, or whose manifest was changed', async () => {
    const untrusted = 'failed: The firmware is not signed by a key that the unit trusts';
    expect(await refusalOf(firmwareOf(GOOD, { key: stranger }))).toBe(untrusted);
    const changed = firmwareOf(GOOD);
    const manifest = Buffer.from(changed.signed!.manifest);
    manifest[manifest.length - 1]! ^= 1;
    expect(await refusalOf({ ...changed, signed: { ...changed.signed!, manifest } })).toBe(untrusted);
    const signature = Buffer.alloc(64);
    expect(await refusalOf({ ...changed, signed: { ...changed.signed!, signature } })).toBe(untrusted);
  });

  it('for another model, or for a part that it does not have', async () => {
    expect(await refusalOf(firmwareOf(GOOD, { UnitModel: 'myConnect', firmVerType: 'myConnect' }))).toBe(
      'failed: This firmware is for another model',
    );
    expect(await refusalOf(firmwareOf(GOOD, { firmVerType: 'myHub' }))).toBe(
      'failed: This firmware is for a part that gets none of its own',
    );
  });

  it('that is older than its present version allows', async () => {
    const allow = (world: World) => world.flash.write('oldestAllowed', '2.4.0.0.2');
    expect(await refusalOf(firmwareOf(GOOD), GOOD, allow)).toBe('failed: The unit takes no version below 2.4.0.0.2');
  });

  it('and remembers the oldest version that it may go back to', async () => {
    const world = new World(firmwareOf(GOOD, { oldestAllowed: '2.3.9.0.0' }), GOOD);
    await world.run();
    expect(world.flash.read('oldestAllowed')).toBe('2.3.9.0.0');
  });

  it('whose blocks are sound and yet are not those of the signed file', async () => {
    const another = someFile(GOOD.length, 'another');
    const images = new FileImages({ read: async (_, take) => take(another), unusable: () => {} });
    const lying = { of: () => images.of(firmwareOf(another)) } as unknown as FileImages;
    const world = new World(firmwareOf(GOOD), GOOD, {}, lying);
    await world.run();
    expect(world.end).toBe('failed: The file is not the one that was signed');
    expect(world.ran).toEqual([OLD]);
  });

  it('whose file another one has replaced: the bridge sends nothing of it, and the unit waits', async () => {
    const file = firmwareOf(GOOD);
    const world = new World(file, someFile(GOOD.length, 'another'));
    await expect(world.run()).rejects.toThrow(withMessage('The message has no end after started'));
    expect(world.ran).toEqual([OLD]);
    expect(world.ports.logged).toContainEqual(
      expect.objectContaining({
        message: 'A unit waits for its file',
        facts: { UnitSerNum: 'A1B2C3', error: 'Error: The file is not the one that was checked' },
      }),
    );
    expect(world.ports.downloads.unusableFiles).toContain(file.location);
  });
});
