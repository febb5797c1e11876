import type { Message } from '#core/unit-messages/messages.ts';
import type { Codec, MessageKind } from '#protocol/codec.ts';
import type { Field } from '#protocol/field.ts';
import { down } from '#protocol/models.ts';
import { mxdLte } from '#protocol/mxd-lte.ts';
import { wearable } from '#protocol/wearable.ts';
import { between, oneOf, someBytes } from './random.ts';

export const CODECS: readonly { name: string; codec: Codec<Message> }[] = [
  { name: 'MXD-LTE', codec: mxdLte as Codec<Message> },
  { name: 'wearable', codec: wearable as Codec<Message> },
  { name: 'bridge', codec: down as Codec<Message> },
];

const LETTERS = 'ABCdef 0189-._/äß€漢🙂';
const someText = (random: () => number) =>
  Array.from({ length: between(random, 0, 30) }, () => oneOf(random, [...LETTERS])).join('');
const someCell = (random: () => number) => ({
  mcc: between(random, 1, 999),
  mnc: between(random, 0, 999),
  tac: between(random, 0, 65535),
  cellId: between(random, 0, 2 ** 28),
  ...(random() < 0.5 && { rsrp: -between(random, 40, 140) }),
});

function someValue({ kind, tag }: Field<never>, name: string, random: () => number): unknown {
  if (kind.startsWith('choice of ')) return oneOf(random, [...kind.slice('choice of '.length).split(', '), '#77']);
  switch (kind) {
    case 'number':
      return oneOf(random, [0, 1, 255, 256, between(random, 0, 2 ** 47)]);
    case 'time':
      return between(random, 0, 2 ** 45);
    case 'signed':
      return oneOf(random, [0, -1, 127, -128, 128, -129, between(random, -(2 ** 40), 2 ** 40)]);
    case 'degrees':
      return between(random, -180_000_000, 180_000_000) / 1e6;
    case 'flag':
      return name === 'acPower' && tag === 0x22 ? undefined : random() < 0.5;
    case 'number, 0 is UNKNOWN':
      return oneOf(random, ['UNKNOWN', between(random, 1, 255)]);
    case 'text':
      return someText(random);
    case 'bytes':
      return someBytes(random, between(random, 0, 64));
    case 'access point':
      return { mac: 'F4:92:BF:00:10:22', rssi: -between(random, 1, 128) };
    case 'group':
      if (name === 'refused') return { name: someText(random), text: someText(random) };
      return name === 'counters' ? { name: 'ppoe', value: between(random, 0, 900) } : someCell(random);
    case 'named value':
      return { [`name ${someText(random)}`]: oneOf(random, [someText(random), -5, 1234, true, false]) };
    default:
      throw new Error(`No sample for ${kind}`);
  }
}

/** A message of the kind with random values; each optional field is present half of the time. */
export function someMessage(kind: MessageKind<Message>, codecName: string, random: () => number): Message {
  const content: Record<string, unknown> = { type: kind.type };
  for (const field of kind.codec.fields) {
    if (!field.required && random() < 0.5) continue;
    const flags = codecName === 'wearable' ? oneOf(random, [0, 1]) : random() < 0.5;
    const one = () => someValue(field, field.name, random) ?? flags;
    content[field.name] =
      field.many && field.kind !== 'named value' ? Array.from({ length: between(random, 0, 4) }, one) : one();
  }
  return content as unknown as Message;
}
