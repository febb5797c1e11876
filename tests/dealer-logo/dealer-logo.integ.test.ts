import { crc32, deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_FLAGS } from '#core/access.ts';
import { dealerLogo } from '#core/dealer-logo/contract.ts';
import { dealerSwitch } from '#core/dealer-switch/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { someDealers } from '#support/fleet.ts';
import { aSession, aUser } from '#support/people.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function header(
  width: number,
  height: number,
  { depth = 8, colourType = 6, compression = 0, filter = 0, interlaced = 0 } = {},
): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([depth, colourType, compression, filter, interlaced], 8);
  return chunk('IHDR', data);
}

const END = chunk('IEND', Buffer.alloc(0));
const pixels = (width: number, height: number, shade = 0x55) =>
  chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => Buffer.alloc(1 + width * 4, shade)))));
const picture = (width = 8, height = 4, shade?: number) =>
  Buffer.concat([SIGNATURE, header(width, height), pixels(width, height, shade), END]);
const of = (...chunks: Buffer[]) => Buffer.concat([SIGNATURE, ...chunks]);
const palette = (entries: number) => chunk('PLTE', Buffer.alloc(3 * entries));
const text = (file: Buffer) => file.toString('base64');

let northwind: UserRecord;
let oregon: UserRecord;
let cedar: UserRecord;

beforeAll(async () => {
  await someDealers();
  northwind = await aUser({ dealer: 22 });
  oregon = await aUser({ dealer: 220 });
  cedar = await aUser({ dealer: 49 });
});

describe('the logo of a dealer', () => {
  it('is set by an administrator, for the dealer and all below it, and no other [P3-B66]', async () => {
    const logo = text(picture());
    expect(await ask(dealerLogo.get, { as: northwind })).toEqual({ logo: null, own: false });
    await ask(dealerLogo.choose, { logo, as: northwind });
    expect(await ask(dealerLogo.get, { as: northwind })).toEqual({ logo, own: true });
    expect(await ask(dealerLogo.get, { as: oregon })).toEqual({ logo, own: false });
    expect(await ask(dealerLogo.get, { as: cedar })).toEqual({ logo: null, own: false });
    const own = text(picture(4, 4, 1));
    await ask(dealerLogo.choose, { logo: own, as: oregon });
    expect(await ask(dealerLogo.get, { as: oregon })).toEqual({ logo: own, own: true });
    expect(await ask(dealerLogo.get, { as: northwind })).toMatchObject({ logo });
    await ask(dealerLogo.remove, { as: oregon });
    expect(await ask(dealerLogo.get, { as: oregon })).toEqual({ logo, own: false });
  });

  it('belongs to the dealer as which the session is shown', async () => {
    const { token: own } = await aSession(northwind);
    const { token } = await ask(dealerSwitch.showAsSubDealer, { DealerKey: 221, as: own });
    const logo = text(picture(6, 6, 9));
    await ask(dealerLogo.choose, { logo, as: token });
    const washington = await aUser({ dealer: 221 });
    expect(await ask(dealerLogo.get, { as: washington })).toEqual({ logo, own: true });
    const chosen = (await auditOf('dealer', '221')).filter(({ action }) => action === 'choose logo');
    expect(chosen).toMatchObject([{ actorKey: northwind.UserKey, asDealerKey: 221 }]);
  });

  it('cannot be set or removed without ADMIN', async () => {
    const as = await aUser({ dealer: 22, flags: ACCESS_FLAGS.filter((flag) => flag !== 'ADMIN') });
    expect((await call(dealerLogo.choose, { logo: text(picture()), as })).status).toBe(403);
    expect((await call(dealerLogo.remove, { as })).status).toBe(403);
  });

  it('keeps only the image data of the file', async () => {
    const plain = picture(3, 3);
    const laden = Buffer.concat([
      SIGNATURE,
      header(3, 3),
      chunk('tEXt', Buffer.from('Comment\0<script>alert(1)</script>')),
      chunk('eXIf', Buffer.from('GPS')),
      pixels(3, 3),
      END,
      Buffer.from('PK\x03\x04<html><script>alert(2)</script>'),
    ]);
    expect((await ask(dealerLogo.choose, { logo: text(laden), as: cedar })).logo).toBe(text(plain));
  });

  it('keeps the first picture of an animation, and no long text', async () => {
    const animated = of(
      header(3, 3),
      chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])),
      chunk('zTXt', Buffer.alloc(20_000, 'x')),
      pixels(3, 3),
      chunk('fcTL', Buffer.alloc(26)),
      chunk('fdAT', Buffer.alloc(30)),
      chunk('iTXt', Buffer.alloc(20_000, 'y')),
      END,
    );
    expect((await ask(dealerLogo.choose, { logo: text(animated), as: cedar })).logo).toBe(text(picture(3, 3)));
  });

  it('may have a palette and its pixels in several chunks', async () => {
    const data = deflateSync(Buffer.alloc(2 * 3));
    const file = of(
      header(2, 2, { colourType: 3 }),
      palette(2),
      chunk('tRNS', Buffer.from([0])),
      chunk('IDAT', data.subarray(0, 4)),
      chunk('IDAT', data.subarray(4)),
      END,
    );
    expect((await ask(dealerLogo.choose, { logo: text(file), as: cedar })).logo).toBe(text(file));
  });

  const flipped = picture();
  flipped[flipped.length - 20]! ^= 1;
  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), /PNG, JPEG and WebP/],
    ['an HTML page named as a picture', Buffer.from('<html><script>alert(1)</script>'), /PNG, JPEG and WebP/],
    ['a GIF', Buffer.from('GIF89a'), /PNG, JPEG and WebP/],
    ['only a signature', SIGNATURE, /damaged/],
    ['a truncated picture', picture().subarray(0, 50), /damaged/],
    ['a picture with a flipped bit', flipped, /damaged/],
    [
      'a picture with less data than its size needs',
      Buffer.concat([SIGNATURE, header(400, 100), pixels(4, 4), END]),
      /damaged/,
    ],
    [
      'a picture with more data than its size needs',
      Buffer.concat([SIGNATURE, header(4, 4), pixels(480, 160), END]),
      /damaged/,
    ],
    [
      'a bomb',
      Buffer.concat([SIGNATURE, header(1, 1), chunk('IDAT', deflateSync(Buffer.alloc(30_000_000))), END]),
      /damaged/,
    ],
    ['a huge picture', Buffer.concat([SIGNATURE, header(30_000, 30_000), pixels(1, 1), END]), /480 by 160/],
    ['an empty picture', Buffer.concat([SIGNATURE, header(0, 0), pixels(1, 1), END]), /PNG, JPEG and WebP/],
    ['an interlaced picture', Buffer.concat([SIGNATURE, header(4, 4, { interlaced: 1 }), pixels(4, 4), END]), /PNG/],
    [
      'a picture with an unknown colour type',
      Buffer.concat([SIGNATURE, header(4, 4, { colourType: 5 }), pixels(4, 4), END]),
      /PNG/,
    ],
    ['a second header', of(header(4, 4), header(4, 4), pixels(4, 4), END), /damaged/],
    [
      'a second, larger header after the pixels',
      of(header(4, 4), pixels(4, 4), header(30_000, 30_000), END),
      /damaged/,
    ],
    ['pixels before the header', of(pixels(4, 4), header(4, 4), END), /damaged/],
    ['no header', of(pixels(4, 4), END), /damaged/],
    ['no pixels', of(header(4, 4), END), /damaged/],
    ['no end', of(header(4, 4), pixels(4, 4)), /damaged/],
    ['an end with data', of(header(4, 4), pixels(4, 4), chunk('IEND', Buffer.from('x'))), /damaged/],
    ['two palettes', of(header(4, 4), palette(1), palette(1), pixels(4, 4), END), /damaged/],
    ['a palette after the pixels', of(header(4, 4), pixels(4, 4), palette(1), END), /damaged/],
    ['a palette of 257 colours', of(header(4, 4), palette(257), pixels(4, 4), END), /damaged/],
    ['half a colour in its palette', of(header(4, 4), chunk('PLTE', Buffer.alloc(4)), pixels(4, 4), END), /damaged/],
    [
      'no palette although it needs one',
      of(header(2, 2, { colourType: 3 }), chunk('IDAT', deflateSync(Buffer.alloc(6))), END),
      /damaged/,
    ],
    ['an unknown chunk that it needs', of(header(4, 4), chunk('EvIL', Buffer.alloc(9)), pixels(4, 4), END), /damaged/],
    [
      'data after its pixels',
      of(
        header(2, 2),
        chunk('IDAT', Buffer.concat([deflateSync(Buffer.alloc(18)), Buffer.from('<script>alert(3)</script>')])),
        END,
      ),
      /damaged/,
    ],
    ['an empty chunk of a false length', Buffer.concat([picture().subarray(0, 33), Buffer.alloc(12, 0xff)]), /damaged/],
    ['a bit depth of 7', of(header(4, 4, { depth: 7 }), pixels(4, 4), END), /PNG/],
    ['a bit depth that its colour type lacks', of(header(4, 4, { depth: 4 }), pixels(4, 4), END), /PNG/],
    ['an unknown compression', of(header(4, 4, { compression: 1 }), pixels(4, 4), END), /PNG/],
    ['an unknown filter', of(header(4, 4, { filter: 1 }), pixels(4, 4), END), /PNG/],
    ['a picture of more than 64 KB', Buffer.concat([picture(), Buffer.alloc(65 * 1024)]), /64 KB/],
  ])('refuses %s', async (_, file, words) => {
    const before = await ask(dealerLogo.get, { as: northwind });
    const { status, body } = await call(dealerLogo.choose, { logo: text(file), as: northwind });
    expect({ status, ...body }).toMatchObject({ status: 422, message: expect.stringMatching(words) });
    expect(body.issues).toEqual([expect.objectContaining({ path: 'logo' })]);
    expect(await ask(dealerLogo.get, { as: northwind })).toEqual(before);
  });

  it.each(['', 'not base64!', '<svg/>'])('refuses "%s" as base64', async (logo) => {
    expect((await call(dealerLogo.choose, { logo, as: northwind })).status).toBe(422);
  });
});
