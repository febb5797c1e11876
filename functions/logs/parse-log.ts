import { AppError } from '#core/errors.ts';
import { explain } from '#core/logs/explain.ts';
import { framesInText, NO_FRAMES, type ParsedEntry, type ParsedLog } from '#core/logs/parsed-log.ts';
import type { UnitModel } from '#core/units/unit.ts';
import { FRAME_BYTES } from '#protocol/frames.ts';
import { type LoggedFrame, readLogged } from '#protocol/logged.ts';

/** Decodes the frames of a unit of the model in a text. INVALID if the text has none. */
export function parseLog(text: string, model: UnitModel): ParsedLog {
  const found = framesInText(text);
  if (found.length === 0) throw new AppError('INVALID', NO_FRAMES, [{ path: 'filterText', message: NO_FRAMES }]);
  const parsed: ParsedLog = { entries: [], problems: [] };
  for (const { line, hex } of found) {
    const frames = readLogged(hex, model);
    if (frames.length === 0)
      parsed.problems.push({ line, problem: 'The frame is not whole, or its checksum is wrong' });
    for (const frame of frames) {
      const { decoded } = frame;
      if (decoded.ok) parsed.entries.push(entryOf(frame, decoded.message, line));
      else parsed.problems.push({ line, problem: decoded.detail });
    }
  }
  return parsed;
}

function entryOf({ direction, raw }: LoggedFrame, message: { type: string }, line: number): ParsedEntry {
  const { type: messageType, ...payload } = message;
  const isToUnit = direction === 'to unit';
  return {
    line,
    Origin: isToUnit ? 'Server' : 'Unit',
    Destination: isToUnit ? 'Unit' : 'Server',
    messageType,
    payload,
    payloadLength: raw.length / 2 - FRAME_BYTES,
    RawData: raw,
    mainDisplay: explain({ messageType, content: payload })[0]!,
  };
}
