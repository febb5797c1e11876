import { createHash, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { consoleCommands } from '#core/consoles/commands.ts';
import { KEEP_ALIVE } from '#core/consoles/keep-alive.ts';
import { BLOCK_BYTES, type FirmwareManifest, MAX_BLOCKS_ASKED } from '#core/ota/manifest.ts';
import type { Message } from '#core/unit-messages/messages.ts';
import type { UnitModel } from '#core/units/unit.ts';
import type { Codec } from '#protocol/codec.ts';
import { PROTOCOL_ERRORS } from '#protocol/errors.ts';
import { decodeManifest, encodeManifest, isSigned, MANIFEST } from '#protocol/firmware-manifest.ts';
import { FrameDecoder, MAX_FRAME_BYTES, MAX_PAYLOAD_BYTES } from '#protocol/frames.ts';
import { down } from '#protocol/models.ts';
import { CODECS } from './samples.ts';

const page = readFileSync(new URL('../../docs/unit-protocol.md', import.meta.url), 'utf8');

const VECTOR =
  /#### Vector: (.+)\n\nSpoken by: (.+)\. Sequence number: (\d+)\.\n\n```hex\n([0-9a-f\n]+)```\n\n```json\n(.+)\n```/g;
const vectors = [...page.matchAll(VECTOR)].map(([, name, speaker, sequence, hex, json]) => ({
  name,
  codec: CODECS.find((entry) => entry.name === speaker)?.codec as Codec<Message>,
  sequence: Number(sequence),
  hex: hex!.replaceAll('\n', ''),
  message: JSON.parse(json!) as Message,
}));

describe('docs/unit-protocol.md', () => {
  it('has one vector per heading', () => {
    expect(vectors).toHaveLength(page.split('#### Vector: ').length - 1);
    expect(vectors.length).toBeGreaterThan(20);
  });

  it.each(vectors)('vector "$name" decodes to its message', ({ codec, sequence, hex, message }) => {
    const frames = new FrameDecoder().push(Buffer.from(hex, 'hex'));
    expect(frames).toHaveLength(1);
    expect(frames[0]!.sequence).toBe(sequence);
    expect(codec.decode(frames[0]!)).toEqual({ ok: true, message });
  });

  it.each(vectors)('vector "$name" is the encoding of its message', ({ codec, sequence, hex, message }) => {
    expect(Buffer.from(codec.encode(message, sequence)).toString('hex')).toBe(hex);
  });

  const byte = (value: number) => `0x${value.toString(16).padStart(2, '0').toUpperCase()}`;
  const kinds = CODECS.flatMap(({ name, codec }) => codec.kinds.map((kind) => ({ name, kind, type: kind.type })));

  it.each(kinds)('lists every field of $type of the $name', ({ name, kind }) => {
    const heading = [`(${name})`, '(every model)'].map((who) => `#### ${byte(kind.frameType)} ${kind.type} ${who}\n`);
    const start = Math.max(...heading.map((line) => page.indexOf(line)));
    expect(start).toBeGreaterThan(0);
    const section = page.slice(start, page.indexOf('\n####', start + 4));
    const rows = kind.codec.fields.map((field) => {
      const value = `${field.kind}${field.many ? ', may repeat' : ''}`;
      return `| ${byte(field.tag)} | ${field.name} | ${value} | ${field.required && !field.many ? 'yes' : 'no'} |`;
    });
    expect(section.match(/^\| 0x.*$/gm) ?? []).toEqual(rows);
  });

  it('lists every field of a manifest', () => {
    const start = page.indexOf('**Manifest.**');
    const section = page.slice(start, page.indexOf('**Installing.**', start));
    expect(section.match(/^\| 0x.*$/gm)).toEqual(
      MANIFEST.fields.map(
        ({ tag, name, kind, required }) => `| ${byte(tag)} | ${name} | ${kind} | ${required ? 'yes' : 'no'} |`,
      ),
    );
  });

  it('has a manifest with its signature, and a block of its file', () => {
    const [publicKey, manifest, signature] = page
      .match(/```manifest\n([0-9a-f\n]+)```/)![1]!
      .split('\n\n')
      .map((hex) => Buffer.from(hex.replaceAll('\n', ''), 'hex')) as [Buffer, Buffer, Buffer];
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') },
      format: 'jwk',
    });
    expect(isSigned(manifest, signature, [key])).toBe(true);
    const file = Buffer.from('firmware of a unit');
    const facts: FirmwareManifest = {
      ...{ UnitModel: 'MXD-LTE', firmVerType: 'MXDLTE', version: '2.4.0.0.1', bytes: file.length },
      sha256: createHash('sha256').update(file).digest(),
      ...{ blockBytes: BLOCK_BYTES, oldestAllowed: '2.3.0.1.4', signedAt: 1_795_262_400_000 },
    };
    expect(decodeManifest(new Uint8Array(manifest))).toEqual({ ...facts, sha256: new Uint8Array(facts.sha256) });
    expect(Buffer.from(encodeManifest(facts)).equals(manifest)).toBe(true);
    const block = page.match(/```block\n([0-9a-f\n]+)```/)![1]!.replaceAll('\n', '');
    const [frame] = new FrameDecoder().push(new Uint8Array(Buffer.from(block, 'hex')));
    expect(down.decode(frame!)).toEqual({
      ok: true,
      message: { type: 'block', block: 1, crc32: crc32(file), data: new Uint8Array(file) },
    });
    expect(page).toContain(`at most ${MAX_BLOCKS_ASKED} blocks`);
    expect(page).toContain(`A block has ${BLOCK_BYTES} bytes`);
  });

  it('lists every error', () => {
    for (const [name, { code, text }] of Object.entries(PROTOCOL_ERRORS))
      expect(page).toContain(`| ${code} | ${name} | ${text} |`);
  });

  it('lists the commands of the consoles and the limits', () => {
    const row = (name: string) =>
      page
        .match(new RegExp(`^\\| ${name} \\| (.*) \\|$`, 'm'))?.[1]
        ?.split(', ')
        .sort();
    const commands = (model: UnitModel) =>
      [...consoleCommands(model, { engineer: true }).map(({ name }) => name), KEEP_ALIVE].sort();
    expect(row('MXD-LTE')).toEqual(commands('MXD-LTE'));
    expect(row('wearables')).toEqual(commands('myConnect'));
    expect(page).toContain(`0 to ${MAX_PAYLOAD_BYTES} `);
    expect(page).toContain(`the longest ${MAX_FRAME_BYTES}.`);
  });
});
