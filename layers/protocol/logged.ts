import type { Message } from '#core/unit-messages/messages.ts';
import type { UnitModel } from '#core/units/unit.ts';
import type { Decoded } from './codec.ts';
import { FrameDecoder } from './frames.ts';
import { codecOf, down, isDown } from './models.ts';

/** One frame of a protocol log. `typeName` is also known if the payload cannot be read. */
export interface LoggedFrame {
  readonly sequence: number;
  readonly frameType: number;
  readonly typeName: string | undefined;
  readonly direction: 'from unit' | 'to unit';
  /** The whole frame, in hexadecimal. */
  readonly raw: string;
  readonly decoded: Decoded<Message>;
}

/** Reads the frames in logged bytes (hexadecimal, spaces allowed) of a unit of the model, in order; skips noise. */
export function readLogged(hex: string, model: UnitModel): LoggedFrame[] {
  const digits = hex.replaceAll(/\s/g, '');
  const bytes = new Uint8Array(Math.floor(digits.length / 2));
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16);
  return new FrameDecoder().push(bytes).map((frame) => {
    const codec = isDown(frame.type) ? down : codecOf(model);
    return {
      sequence: frame.sequence,
      frameType: frame.type,
      typeName: codec.nameOf(frame.type),
      direction: isDown(frame.type) ? 'to unit' : 'from unit',
      raw: hexOf(frame.bytes.subarray(frame.start, frame.end)),
      decoded: codec.decode(frame),
    };
  });
}

const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
