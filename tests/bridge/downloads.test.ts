import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bridge } from '#bridge/bridge.ts';
import { BLOCK_BYTES } from '#core/ota/manifest.ts';
import { aBridge, eventually, MemoryPorts, TestUnit } from '#support/bridge.ts';
import { firmwareOf, someFile } from '#support/firmware.ts';

let ports: MemoryPorts;
let bridge: Bridge;
let now: number;

beforeEach(async () => {
  ports = new MemoryPorts();
  now = Date.now();
  bridge = await aBridge(ports, {}, { now: () => now });
});
afterEach(() => bridge.close());

const MessageKey = 'AB13';
const FILE = someFile(40 * BLOCK_BYTES + 7);

function offer(content = FILE) {
  const file = firmwareOf(content);
  ports.downloads.files.set(MessageKey, file);
  ports.downloads.contents.set(file.location, content);
  return file;
}
const askBlocks = (firstBlock: number, blocks: number) =>
  ({ type: 'askBlocks', MessageKey, firstBlock, blocks }) as const;

async function blocksOf(unit: TestUnit, first: number, count: number): Promise<Buffer> {
  unit.say(askBlocks(first, count));
  const parts: Uint8Array[] = [];
  for (let block = first; block < first + count; block++) {
    const { message, sequence } = await unit.hears('block');
    expect([message.block, sequence]).toEqual([block, block]);
    parts.push(message.data);
  }
  return Buffer.concat(parts);
}

describe('a unit that asks for its file', () => {
  it('gets the manifest as it was signed, and the blocks that it wants', async () => {
    const { signed } = offer();
    const unit = await TestUnit.loggedIn(bridge);
    const asked = unit.say({ type: 'askManifest', MessageKey });
    const { message, sequence } = await unit.hears('manifest');
    expect(sequence).toBe(asked);
    expect(Buffer.from(message.manifest).equals(signed!.manifest)).toBe(true);
    expect(Buffer.from(message.signature).equals(signed!.signature)).toBe(true);
    const file = Buffer.concat([await blocksOf(unit, 1, 32), await blocksOf(unit, 33, 9)]);
    expect(file.equals(FILE)).toBe(true);
    const install = unit.say({ type: 'askInstall', MessageKey });
    expect((await unit.hears('install')).sequence).toBe(install);
  });

  it('waits while its rollout does not run: before the file, in the middle of it, and at the installation', async () => {
    const file = offer();
    const heldBack = 'Its rollout is not running';
    const unit = await TestUnit.loggedIn(bridge);
    const isToldToWait = async () =>
      expect((await unit.hears('downloadWaits')).message).toMatchObject({ MessageKey, text: heldBack });

    ports.downloads.files.set(MessageKey, { ...file, heldBack });
    unit.say({ type: 'askManifest', MessageKey });
    await isToldToWait();
    ports.downloads.files.set(MessageKey, file);
    await blocksOf(unit, 1, 32);

    ports.downloads.files.set(MessageKey, { ...file, heldBack });
    now += 31_000;
    unit.say(askBlocks(33, 9));
    await isToldToWait();
    unit.say({ type: 'askInstall', MessageKey });
    await isToldToWait();
    ports.downloads.files.set(MessageKey, file);
    unit.say({ type: 'askInstall', MessageKey });
    await unit.hears('install');
  });

  it('gets at most 32 blocks at once, and none that the file does not have', async () => {
    offer();
    const unit = await TestUnit.loggedIn(bridge);
    unit.say(askBlocks(1, 1_000_000));
    for (let block = 1; block <= 32; block++) await unit.hears('block');
    for (const wrong of [askBlocks(0, 1), askBlocks(42, 1), askBlocks(281_474_976_710_655, 5)]) {
      const asked = unit.say(wrong);
      expect(await unit.hears('error')).toMatchObject({ sequence: asked, message: { code: 23 } });
    }
    expect(unit.heard).toEqual([]);
  });

  it('is told that its message was cancelled', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    const asked = unit.say({ type: 'askManifest', MessageKey });
    expect(await unit.hears('downloadWithdrawn')).toMatchObject({ sequence: asked, message: { MessageKey } });
  });

  it('hears of a cancelled message within 30 seconds', async () => {
    offer();
    const unit = await TestUnit.loggedIn(bridge);
    await blocksOf(unit, 1, 1);
    ports.downloads.files.clear();
    await blocksOf(unit, 2, 1);
    now += 30_000;
    unit.say(askBlocks(3, 1));
    await unit.hears('downloadWithdrawn');
  });

  it('gets a voice prompt without a manifest', async () => {
    const { signed: _, ...file } = offer();
    ports.downloads.files.set(MessageKey, { ...file, purpose: 'speech' });
    const unit = await TestUnit.loggedIn(bridge);
    const asked = unit.say({ type: 'askManifest', MessageKey });
    expect(await unit.hears('error')).toMatchObject({ sequence: asked, message: { code: 23 } });
    expect((await blocksOf(unit, 41, 1)).equals(FILE.subarray(40 * BLOCK_BYTES))).toBe(true);
  });
});

describe('a file', () => {
  it('is read once, however many units get it', async () => {
    const { location } = offer();
    const units = await Promise.all(['A1B2C3', 'A1B2C4', 'A1B2C5'].map((serial) => TestUnit.loggedIn(bridge, serial)));
    await Promise.all(units.map((unit) => blocksOf(unit, 1, 32)));
    expect(ports.downloads.reads.get(location)).toBe(1);
  });

  it('that cannot be read makes the unit wait, and is read again', async () => {
    offer();
    ports.downloads.failing = true;
    const unit = await TestUnit.loggedIn(bridge);
    const asked = unit.say(askBlocks(1, 1));
    expect(await unit.hears('downloadWaits')).toEqual({
      sequence: asked,
      message: { type: 'downloadWaits', MessageKey, text: 'The file cannot be read now', retryAfterSeconds: 60 },
    });
    ports.downloads.failing = false;
    await blocksOf(unit, 1, 1);
  });

  it('is not sent if it is not the one that was signed', async () => {
    const { location } = offer();
    const changed = Buffer.from(FILE);
    changed[20_000]! ^= 1;
    for (const content of [changed, FILE.subarray(1), Buffer.concat([FILE, FILE])]) {
      ports.downloads.contents.set(location, content);
      const unit = await TestUnit.loggedIn(bridge);
      unit.say(askBlocks(1, 1));
      expect((await unit.hears('downloadWaits')).message.text).toBe('The file cannot be read now');
      unit.end();
    }
  });

  it('does not keep reports waiting while it is read', async () => {
    offer();
    let letGo = () => {};
    const slow = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const { read } = ports.downloads;
    ports.downloads.read = async (...given) => {
      await slow;
      return read.apply(ports.downloads, given);
    };
    const unit = await TestUnit.loggedIn(bridge);
    unit.say(askBlocks(1, 1));
    await unit.isAcknowledged(unit.say(unit.event(401)));
    letGo();
    await unit.hears('block');
  });
});

describe('the interlock', () => {
  it('stops a download at an alarm, until the unit may be out of reach again', async () => {
    offer();
    const unit = await TestUnit.loggedIn(bridge);
    await blocksOf(unit, 1, 1);
    await unit.isAcknowledged(unit.say({ type: 'event', MessageTime: now, EventCode: 101, awaitsHandling: true }));
    unit.say(askBlocks(2, 1));
    expect((await unit.hears('downloadWaits')).message).toEqual({
      type: 'downloadWaits',
      MessageKey,
      text: 'The unit raised an alarm less than 15 minutes ago',
      retryAfterSeconds: 900,
    });
    now += 15 * 60_000;
    await blocksOf(unit, 2, 1);
  });

  it('is asked again at the moment of the installation', async () => {
    offer();
    const unit = await TestUnit.loggedIn(bridge);
    await blocksOf(unit, 1, 1);
    ports.safety = { alarms: [{ at: now, open: true }] };
    unit.say({ type: 'askInstall', MessageKey });
    expect((await unit.hears('downloadWaits')).message).toMatchObject({
      text: 'An alarm of the unit is open',
      retryAfterSeconds: 60,
    });
    ports.safety = { alarms: [] };
    unit.say({ type: 'askInstall', MessageKey });
    await unit.hears('install');
  });

  it('counts an alarm that comes while it is being asked', async () => {
    offer();
    let letGo = () => {};
    const slow = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let asked = 0;
    const { waiting } = ports.downloads;
    ports.downloads.waiting = async (...given) => {
      asked += 1;
      await slow;
      return waiting.apply(ports.downloads, given);
    };
    const unit = await TestUnit.loggedIn(bridge);
    unit.say({ type: 'askInstall', MessageKey });
    await eventually(() => asked === 1, 'the question');
    await unit.isAcknowledged(unit.say({ type: 'event', MessageTime: now, EventCode: 101, awaitsHandling: true }));
    letGo();
    expect((await unit.hears('downloadWaits')).message.text).toBe('The unit raised an alarm less than 15 minutes ago');
    expect(unit.heard).toEqual([]);
  });

  it('counts an alarm that comes while the file is being read', async () => {
    offer();
    let letGo = () => {};
    const slow = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const { read } = ports.downloads;
    ports.downloads.read = async (...given) => {
      await slow;
      return read.apply(ports.downloads, given);
    };
    const unit = await TestUnit.loggedIn(bridge);
    unit.say(askBlocks(1, 1));
    await unit.isAcknowledged(unit.say({ type: 'event', MessageTime: now, EventCode: 101, awaitsHandling: true }));
    letGo();
    expect((await unit.hears('downloadWaits')).message.text).toBe('The unit raised an alarm less than 15 minutes ago');
    expect(unit.heard).toEqual([]);
  });

  it('does not install what was cancelled a second ago', async () => {
    offer();
    const unit = await TestUnit.loggedIn(bridge);
    await blocksOf(unit, 1, 1);
    ports.downloads.files.clear();
    unit.say({ type: 'askInstall', MessageKey });
    await unit.hears('downloadWithdrawn');
  });
});

it('does not read the table without end for a unit that asks for what it does not have', async () => {
  let reads = 0;
  ports.downloads.waiting = async () => {
    reads += 1;
    return undefined;
  };
  const unit = await TestUnit.loggedIn(bridge);
  const ask = async () => {
    unit.say({ type: 'askManifest', MessageKey: `nothing ${reads}` });
    await eventually(() => unit.heard.length > 0, 'an answer');
    return unit.heard.shift()!.message;
  };
  for (let asked = 0; asked < 60; asked++) expect((await ask()).type).toBe('downloadWithdrawn');
  expect(await ask()).toMatchObject({ type: 'downloadWaits', text: 'The unit asks too often', retryAfterSeconds: 30 });
  expect(reads).toBe(60);
  now += 30_000;
  expect((await ask()).type).toBe('downloadWithdrawn');
});

it('does not answer questions without end: a unit asks one after the other', async () => {
  offer();
  let reads = 0;
  const { waiting } = ports.downloads;
  let letGo = () => {};
  const slow = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  ports.downloads.waiting = async (...given) => {
    reads += 1;
    await slow;
    return waiting.apply(ports.downloads, given);
  };
  const unit = await TestUnit.loggedIn(bridge);
  for (let question = 0; question < 50; question++) unit.say({ type: 'askInstall', MessageKey });
  await unit.isAcknowledged(unit.say(unit.event(200)));
  letGo();
  for (let answer = 0; answer < 4; answer++) await unit.hears('install');
  await eventually(() => reads === 4, 'the answers');
  expect(unit.heard).toEqual([]);
});
