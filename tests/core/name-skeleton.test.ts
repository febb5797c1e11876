import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { TransmitterType, TxmUpload } from '#core/accessories/stock-list.ts';
import { DealerName, textLine } from '#core/dealers/dealer.ts';
import { text } from '#core/fields.ts';
import { LeadTime, LeadTimeInput } from '#core/lead-times/lead-time.ts';
import { WhiteListEntry, WhiteListInput } from '#core/monitoring-centers/center.ts';
import { isVisible, NOT_VISIBLE, nameSkeleton } from '#core/name-skeleton.ts';
import { OrderDetails, OrderDetailsFields, OrderItem, OrderItemFields } from '#core/orders/order.ts';
import { AnnouncedFile } from '#core/ota/files.ts';
import { PasskeyName } from '#core/passkeys/passkey.ts';
import { RolloutPlan, RolloutStage, StoredPlan } from '#core/rollouts/plan.ts';
import { Attachment, AttachmentName } from '#core/support/attachment.ts';
import { LibraryEntry, NewLibraryEntry } from '#core/support/library.ts';
import { Subject } from '#core/support/ticket.ts';
import { UserFields, UserName } from '#core/users/user.ts';
import CONFUSABLES from './confusables.json' with { type: 'json' };

const LATIN = 'Northwind Response';

/** Names that readers take for `Northwind Response`. */
const LOOK_ALIKES: readonly [kind: string, name: string][] = [
  ['other case', 'NORTHWIND response'],
  ['other spaces', ' Northwind\u00a0\u2003Response\u3000'],
  ['a blank that is no space', 'Northwind\u2800Response'],
  ['wide letters', 'Ｎｏｒｔｈｗｉｎｄ Response'],
  ['mathematical letters', '𝐍𝐨𝐫𝐭𝐡𝐰𝐢𝐧𝐝 ℝesponse'],
  ['Cyrillic letters', 'Nоrthwіnd Rеsроnѕе'],
  ['Greek capitals', 'ΝΟRΤΗWΙΝD RESΡΟΝSΕ'],
  ['small Greek letters', 'Nοrthwιnd Respοnse'],
  ['Armenian letters', 'Nօrtհwiոd Respօոse'],
  ['Cherokee capitals', 'NOᎡᎢᎻᎳᎥNᎠ ᎡᎬᏚᏢONᏚᎬ'],
  ['Coptic capitals', 'ⲚⲞRⲦⲎWⲒⲚD RESⲢⲞⲚSE'],
  ['small Coptic letters', 'ⲛⲟrⲧⲏwⲓⲛd respⲟⲛse'],
  ['Deseret letters', 'N𐐬rthwind Re𐑈p𐐄n𐐠e'],
  ['small capitals', 'ɴᴏʀᴛʜᴡɪɴᴅ ʀᴇꜱᴘᴏɴꜱᴇ'],
  ['a dotless i', 'Northwınd Response'],
  ['zero-width characters', 'North\u200bwi\u200dnd\u2060 Res\ufeffponse\u200c'],
  ['a soft hyphen', 'North\u00adwind Response'],
  ['reversed direction', '\u202dNorthwind\u202c \u2066Response\u2069\u200e'],
  ['variation selectors', 'N\ufe0forthwind Response\u{e0101}'],
  ['tags', 'Northwind Response\u{e0041}\u{e007f}'],
  ['Hangul fillers', '\u3164Northwind\uffa0 Response'],
  ['small Cherokee letters', 'Northwind Reꮪponꮪe'],
  ['Canadian syllabics', 'Noᖇthwinᗪ ᖇesᑭonse'],
  ['digits of Indian scripts', 'N०rthwind Resp౦nse'],
  ['Thai digits and Ethiopic letters', 'N๐rthwind Respዐnse'],
  ['runes and Tifinagh letters', 'Nⵔrthwind Resᑭⵔnse'],
  ['Arabic and Hebrew letters and digits', 'N\u0665rthwind Resp\u05e1nse'],
  ['signs of Indian scripts', 'N\u0d02rthwind Resp\u0c82nse'],
  ['a blank of musical notation', 'Northwind\u{1d159}Response'],
  ['Egyptian and Khitan blanks', 'Northwind\u{13441}\u{16fe4}Response'],
  ['operators', 'Nor⟙hwind Re\ua731ponse'],
];

describe('the skeleton of a name', () => {
  it.each(LOOK_ALIKES)('is the same with %s', (_, name) => {
    expect(nameSkeleton(name)).toBe(nameSkeleton(LATIN));
  });

  it.each([
    ['Café', 'Caf\u0435\u0301'],
    ['Café', 'C\u0430f\u00e9'],
    ['Zoë Response', 'Zo\u0451 Response'],
    ['Ìda Care', '\u0406\u0300da Care'],
    ['Áxel', '\u0386xel'],
    ['Óscar', '\u2c9e\u0301scar'],
  ])('of %s is that of %s, whose accent stands on a letter of another alphabet', (one, other) => {
    expect(nameSkeleton(other)).toBe(nameSkeleton(one));
  });

  it.each([
    ['Acme', 'Acne'],
    ['Café', 'Cafe'],
    ['C1', 'CL'],
    ['Room 10', 'Room IO'],
    ['Barn', 'Bam'],
    ['東京', '京東'],
    ['Вера', 'Вега'],
    ['A B', 'AB'],
  ])('tells %s from %s', (one, other) => {
    expect(nameSkeleton(one)).not.toBe(nameSkeleton(other));
  });

  it.each(['ВЕРА', 'ГАЛИНА', 'ЪЬБЩ', 'CAFÉ', 'ÅNGSTRÖM', 'ՀԱՅ', 'ⲔⲎⲘⲈ', 'ЁЖ'])('of %s ignores case', (name) => {
    expect(nameSkeleton(name)).toBe(nameSkeleton(name.toLowerCase()));
  });

  /**
   * All single characters of confusables.txt (Unicode Technical Standard 39) that look like one of ASCII, by the one that they look like. Unicode takes I and 1 for l,
   * and 0 for O; here they stay different. The capital of U+04CF looks like l.
   */
  it.each(Object.entries(CONFUSABLES))('of each character that looks like %s is this one', (ascii, confusables) => {
    const expected = ascii.toLowerCase();
    const others = { l: ['i', '1'], o: ['0'], f: ['s'] }[expected] ?? [];
    for (const sign of confusables.replace('\u04cf', '')) {
      const plain = sign.normalize('NFKD').toLowerCase();
      const accepted = /^[!-~]+$/.test(plain) ? [plain] : [];
      expect([expected, ...others, ...accepted], sign).toContain(nameSkeleton(`x${sign}x`).slice(1, -1));
    }
  });

  it('of each letter that looks like a Latin one is this one, also after NFKD has converted it', () => {
    for (const [sign, latin] of Object.entries({ '\u03f2': 'c', '\u03f9': 'c', '\u1e9d': 'f', ᗰ: 'm', ꓒ: 'd', ᖴ: 'f' }))
      expect(nameSkeleton(`x${sign}x`), sign).toBe(`x${latin}x`);
  });

  it('of a name in Latin letters and digits is the name in small letters', () => {
    const name = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789 #&+,./:;@_';
    expect(nameSkeleton(name)).toBe(name.toLowerCase());
  });
});

/** Every schema of a name or of a line of text. */
const NAMES: readonly [string, z.ZodType][] = [
  ['the name of a dealer', DealerName],
  ['a line of text of a dealer', textLine(100)],
  ['the first name of a user', UserFields.shape.UserFirstName],
  ['the last name of a user', UserFields.shape.UserLastName],
  ['the name of a passkey', PasskeyName],
  ['a field of a new area', text('Name')],
  ['a rollout', RolloutPlan.shape.name],
  ['a stage of a rollout', RolloutStage.shape.name],
  ['a number of a white list', WhiteListInput.shape.label],
  ['the private label of an order', OrderDetailsFields.shape.privateLabel],
  ['the transmitter of an item', OrderItemFields.shape.transmitter1],
  ['the part number of a lead time', LeadTimeInput.shape.PartNumber],
  ['a type of transmitters', TransmitterType],
  ['a list of transmitters', TxmUpload.shape.fileName],
  ['a firmware file', AnnouncedFile.shape.name],
  ['the subject of a ticket', Subject],
  ['the title of a video', NewLibraryEntry.shape.title],
  ['the group of a video', NewLibraryEntry.shape.group],
];

describe.each(NAMES)('%s', (_, schema) => {
  it.each(['\u200b', '\u202e', '\u2066', '\u200f', '\ufeff', '\u00ad', '\u3164', '\u{e0041}'])(
    'refuses the invisible character %j',
    (hidden) => {
      const { error } = schema.safeParse(`Nor${hidden}th`);
      expect(error?.issues[0]?.message).toBe(NOT_VISIBLE);
    },
  );

  it.each(['\n', '\r\n', '\n\n', '\t', '\u000b', '\u0085', '\u2028', '\u2029'])('is one line: refuses %j', (broken) => {
    const { error } = schema.safeParse(`Nor${broken}th`);
    expect(error?.issues[0]?.message).toBe(NOT_VISIBLE);
  });

  it.each(['\u200d', '\u200c\u200d', '\ufe0f', '\u2800', '\u{1d159}', '\u{13442}', '\u2800\u200c\u2800'])(
    'refuses a name of nothing but %j',
    (empty) => {
      expect(schema.safeParse(empty).success).toBe(false);
    },
  );

  it.each(['Зоя', 'Zoë', '東京', 'Care ❤️', 'Care 👨‍👩‍👧', 'محمد', 'علی\u200cرضا', 'הנס', 'راجا', 'രാമം'])(
    'accepts %s',
    (name) => {
      expect(schema.safeParse(name).success).toBe(true);
    },
  );
});

it('the name of an attachment has no invisible character', () => {
  expect(AttachmentName.safeParse('log\u200b.txt').error?.issues[0]?.message).toBe(NOT_VISIBLE);
});

it.each<[string, z.ZodType]>([
  ['the name of a rollout', StoredPlan.shape.name],
  ['the name of a stage', StoredPlan.shape.stages.element.shape.name],
  ['the label of a number', WhiteListEntry.shape.label],
  ['the private label of an order', OrderDetails.shape.privateLabel],
  ['the transmitter of an item', OrderItem.shape.transmitter1],
  ['the second transmitter of an item', OrderItem.shape.transmitter2],
  ['the part number of a lead time', LeadTime.shape.PartNumber],
  ['the title of a video', LibraryEntry.shape.title],
  ['the group of a video', LibraryEntry.shape.group],
  ['the name of an attachment', Attachment.shape.name],
])('%s that was stored before the rule is still shown', (_, schema) => {
  expect(schema.safeParse('Nor\u200bth\nWest').success).toBe(true);
});

describe('a user name', () => {
  it('has only characters of which no two look alike, ignoring case', () => {
    const accepted = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code)).filter(
      (sign) => UserName.safeParse(`aa${sign}aa`).success,
    );
    expect(accepted.map(nameSkeleton)).toEqual(accepted.map((sign) => sign.toLowerCase()));
  });
});

it('an emoji is visible, the parts of another are not', () => {
  expect([isVisible('❤️'), isVisible('\u200d'), isVisible('\u200b')]).toEqual([true, false, false]);
});
