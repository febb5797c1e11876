import type { Schema } from './field.ts';
import { CRC_BYTES, type Frame, HEADER_BYTES, sealFrame } from './frames.ts';
import { MissingField, type ObjectCodec, objectCodec } from './object-codec.ts';
import { FieldWriter, MalformedPayload } from './tlv.ts';

/** A kind of message: its name, the number of its frame type, its fields. */
export interface MessageKind<M extends { type: string }> {
  readonly type: M['type'];
  readonly frameType: number;
  readonly codec: ObjectCodec<M>;
}

export const message = <M extends { type: string }>(
  type: M['type'],
  frameType: number,
  schema: Schema<M>,
): MessageKind<M> => ({ type, frameType, codec: objectCodec<M>(schema) });

/** The outcome of decoding: a message, or the error of errors.ts to answer with, and its detail in words. */
export type Decoded<M> =
  | { readonly ok: true; readonly message: M }
  | { readonly ok: false; readonly error: 'malformed' | 'unknownType' | 'missingField'; readonly detail: string };

/** Decodes frames and encodes messages. */
export interface Codec<M extends { type: string }> {
  readonly kinds: readonly MessageKind<M>[];
  decode(frame: Frame): Decoded<M>;
  /** The whole frame. Throws RangeError on a value that the protocol cannot carry. */
  encode(message: M, sequence: number): Uint8Array;
  /** The name of a frame type, also when its payload cannot be read. */
  nameOf(frameType: number): string | undefined;
}

const writer = new FieldWriter();

/** One codec over several kinds of message. */
export function makeCodec<M extends { type: string }>(known: readonly MessageKind<M>[]): Codec<M> {
  const byFrameType: (MessageKind<M> | undefined)[] = new Array(256).fill(undefined);
  const byName = new Map<string, MessageKind<M>>();
  for (const kind of known) {
    if (byFrameType[kind.frameType] || byName.has(kind.type)) throw new Error(`Two kinds of message for ${kind.type}`);
    byFrameType[kind.frameType] = kind;
    byName.set(kind.type, kind);
  }

  return {
    kinds: known,
    decode(frame) {
      const kind = byFrameType[frame.type];
      if (!kind) return { ok: false, error: 'unknownType', detail: `Frame type ${frame.type}` };
      try {
        const empty = { type: kind.type } as M;
        return {
          ok: true,
          message: kind.codec.read(empty, frame.bytes, frame.start + HEADER_BYTES, frame.end - CRC_BYTES),
        };
      } catch (error) {
        if (error instanceof MissingField) return { ok: false, error: 'missingField', detail: error.message };
        if (error instanceof MalformedPayload) return { ok: false, error: 'malformed', detail: error.message };
        throw error;
      }
    },
    encode(content, sequence) {
      const kind = byName.get(content.type);
      if (!kind) throw new RangeError(`No frame type for ${content.type}`);
      kind.codec.write(writer.reset(), content);
      return writer.bytes.slice(0, sealFrame(writer.bytes, kind.frameType, sequence, writer.payloadBytes));
    },
    nameOf: (frameType) => byFrameType[frameType]?.type,
  };
}
