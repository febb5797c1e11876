import { type ParsedMessage, parsedMessage } from '#core/consoles/parsed-message.ts';
import { AppError } from '#core/errors.ts';
import { FrameDecoder } from '#protocol/frames.ts';
import { codecOf, down, isDown, session } from '#protocol/models.ts';

const NO_FRAME = 'This is not one whole frame';

const refused = (message: string) => new AppError('INVALID', message, [{ path: 'raw', message }]);

/** Decodes the frame of a wearable, or of the bridge to it, written in hexadecimal. INVALID if it is not one. */
export function parseMessage(raw: string): ParsedMessage {
  const decoder = new FrameDecoder();
  const [frame, ...others] = decoder.push(Buffer.from(raw.replace(/\s/g, ''), 'hex'));
  if (!frame || others.length > 0 || decoder.heldBytes > 0 || decoder.skippedBytes > 0) throw refused(NO_FRAME);
  const codec = [isDown(frame.type) ? down : codecOf('myConnect'), session].find(({ nameOf }) => nameOf(frame.type));
  const decoded = codec?.decode(frame);
  if (!decoded) throw refused(`No message has the frame type ${frame.type}`);
  if (!decoded.ok) throw refused(decoded.detail);
  return parsedMessage(decoded.message);
}
