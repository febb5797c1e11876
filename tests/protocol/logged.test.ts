import { expect, it } from 'vitest';
import { readLogged } from '#protocol/logged.ts';
import { down } from '#protocol/models.ts';
import { mxdLte } from '#protocol/mxd-lte.ts';
import { encodeFrame } from '#support/frames.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

it('reads both directions of a protocol log, with spaces and other text', () => {
  const up = hex(mxdLte.encode({ type: 'event', MessageTime: 5, EventCode: 101 }, 9)).replaceAll(/(..)/g, '$1 ');
  const answer = hex(down.encode({ type: 'received' }, 9)).toUpperCase();
  expect(readLogged(`00 ${up} ff ${answer}`, 'MXD-LTE')).toMatchObject([
    { sequence: 9, typeName: 'event', direction: 'from unit', decoded: { ok: true, message: { EventCode: 101 } } },
    { sequence: 9, typeName: 'received', direction: 'to unit', decoded: { ok: true } },
  ]);
});

it('names a frame with an unreadable payload', () => {
  const withoutCode = hex(encodeFrame(0x11, 9, Uint8Array.of(1, 1, 5)));
  expect(readLogged(withoutCode, 'myConnect')).toMatchObject([
    { typeName: 'event', frameType: 0x11, decoded: { ok: false, error: 'missingField' } },
  ]);
});

it('reads nothing from text without frames', () => {
  expect(readLogged('zz 57', 'myConnect Air')).toEqual([]);
});
