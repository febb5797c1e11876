import { describe, expect, it } from 'vitest';
import type { Message } from '#core/unit-messages/messages.ts';
import type { Codec } from '#protocol/codec.ts';
import { FrameDecoder } from '#protocol/frames.ts';
import { codecOf, down, session } from '#protocol/models.ts';
import { mxdLte } from '#protocol/mxd-lte.ts';
import { encodeFrame } from '#support/frames.ts';
import { seeded } from './random.ts';
import { CODECS, someMessage } from './samples.ts';

const frameOf = (bytes: Uint8Array) => {
  const [frame] = new FrameDecoder().push(bytes);
  if (!frame) throw new Error('Not a frame');
  return frame;
};
const decode = (codec: Codec<never>, type: number, payload: string) =>
  codec.decode(frameOf(encodeFrame(type, 1, Buffer.from(payload, 'hex'))));

const HEARTBEAT_ANSWER = 0x87;
const EVENT = 0x11;
/** MessageTime 1, EventCode 101. */
const EVENT_FIELDS = '010101' + '300165';

describe('codec', () => {
  const cases = CODECS.flatMap(({ name, codec }) =>
    codec.kinds.map((kind) => ({ name, codec, kind, type: kind.type })),
  );

  it.each(cases)('encodes and decodes $type of the $name unchanged', ({ name, codec, kind }) => {
    const random = seeded(kind.frameType);
    for (let round = 0; round < 200; round++) {
      const message = someMessage(kind, name, random);
      const frame = frameOf(codec.encode(message, round));
      expect(frame.sequence).toBe(round);
      expect(codec.decode(frame)).toEqual({ ok: true, message });
    }
  });

  it('skips unknown tags, short and long', () => {
    const unknown = `ee03aabbccefff0100${'00'.repeat(256)}`;
    expect(decode(mxdLte as never, EVENT, unknown + EVENT_FIELDS)).toEqual({
      ok: true,
      message: { type: 'event', MessageTime: 1, EventCode: 101 },
    });
  });

  it('uses the last value of a repeated field', () => {
    expect(decode(mxdLte as never, EVENT, `${EVENT_FIELDS}300166`)).toMatchObject({ message: { EventCode: 102 } });
  });

  it.each([
    ['short', '2.2\u0000\u001b[2J\u007f', '2.2\ufffd\ufffd[2J\ufffd'],
    ['long', `2.2${'.0'.repeat(20)}\u202e\u2066\u0007`, `2.2${'.0'.repeat(20)}\ufffd\ufffd\ufffd`],
    ['of letters beyond ASCII', 'Gerät\u202e', 'Gerät\ufffd'],
    ['of lines', 'one\ttwo\r\nthree', 'one\ttwo\r\nthree'],
  ])('reads a %s text without what no screen and no log shows as it is', (_, sent, read) => {
    const message = { type: 'lifecycle', MessageTime: 1, kind: 'Reset', reason: sent } as const;
    expect(mxdLte.decode(frameOf(mxdLte.encode(message, 1)))).toEqual({
      ok: true,
      message: { ...message, reason: read },
    });
  });

  it('keeps a choice that is newer than its list', () => {
    const answer = decode(mxdLte as never, 0x13, '010101' + '50014d');
    expect(answer).toEqual({ ok: true, message: { type: 'lifecycle', MessageTime: 1, kind: '#77' } });
  });

  it.each([
    ['a field cut off', '010501'],
    ['a tag without a length', `${EVENT_FIELDS}31`],
    ['a long length cut off', `${EVENT_FIELDS}31ff01`],
    ['tag 0', `0000${EVENT_FIELDS}`],
    ['an empty number', `${EVENT_FIELDS}3100`],
    ['a number of 7 bytes', `${EVENT_FIELDS}310701020304050607`],
  ])('rejects %s as malformed', (_, payload) => {
    expect(decode(mxdLte as never, EVENT, payload)).toMatchObject({ ok: false, error: 'malformed' });
  });

  it('rejects a text that is not UTF-8 as malformed', () => {
    expect(decode(mxdLte as never, 0x17, '010101' + '7002c328')).toMatchObject({ ok: false, error: 'malformed' });
  });

  it('rejects a frame without a required field as unusable', () => {
    expect(decode(mxdLte as never, EVENT, '010101')).toEqual({
      ok: false,
      error: 'missingField',
      detail: 'EventCode is missing',
    });
  });

  it('knows the frames of each family: an MXD-LTE has no location', () => {
    expect(decode(mxdLte as never, 0x1a, '010101')).toMatchObject({ ok: false, error: 'unknownType' });
    expect(codecOf('MXD-LTE').nameOf(0x1a)).toBeUndefined();
    expect(codecOf('myConnect').nameOf(0x1a)).toBe('location');
    expect(codecOf('myConnect Air')).toBe(codecOf('myConnect'));
  });

  it('knows no reports before the login', () => {
    expect(decode(session as never, EVENT, EVENT_FIELDS)).toMatchObject({ ok: false, error: 'unknownType' });
  });

  it('does not read a named value called constructor, which the table cannot store', () => {
    const answer = JSON.parse('{"constructor":"x"}') as Record<string, string>;
    const report = { type: 'commandResult', MessageTime: 1, commandId: 'one', outcome: 'done', answer } as const;
    const [frame] = new FrameDecoder().push(mxdLte.encode(report, 1));
    expect(mxdLte.decode(frame!)).toMatchObject({ ok: false, error: 'malformed' });
  });

  it('reads a named value called __proto__ as a name', () => {
    const message: Message = {
      type: 'command',
      commandId: '1',
      command: 'Run',
      expiresAt: 1,
      arguments: JSON.parse('{"__proto__":"x"}'),
    };
    const decoded = down.decode(frameOf(down.encode(message, 1)));
    expect(decoded.ok && Object.keys((decoded.message as typeof message).arguments)).toEqual(['__proto__']);
  });

  it.each<[string, Message]>([
    ['a negative number', { type: 'heartbeatAnswer', heartbeatSeconds: -1 }],
    ['a fraction', { type: 'heartbeatAnswer', heartbeatSeconds: 1.5 }],
    ['more than 6 bytes', { type: 'heartbeatAnswer', heartbeatSeconds: 2 ** 48 }],
    ['a payload too long', { type: 'error', code: 1, text: 'x'.repeat(1025) }],
    ['a payload too long outside ASCII', { type: 'error', code: 1, text: '€'.repeat(342) }],
  ])('refuses to encode %s', (_, message) => {
    expect(() => (down as Codec<Message>).encode(message, 1)).toThrow(RangeError);
  });

  it('refuses to encode a choice that is not in its list', () => {
    const message = { type: 'lifecycle', MessageTime: 1, kind: 'Explode' } as never;
    expect(() => mxdLte.encode(message, 1)).toThrow(RangeError);
  });

  it('reads a payload without fields', () => {
    expect(decode(down as never, HEARTBEAT_ANSWER, '')).toEqual({ ok: true, message: { type: 'heartbeatAnswer' } });
  });
});
