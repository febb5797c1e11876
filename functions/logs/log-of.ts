import type { LogSource } from '#core/logs/log-source.ts';
import type { UnitModel } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { archiveLog } from '#data/history/message-archive.ts';
import { captureLog } from '#data/history/message-capture.ts';
import { hotLog, type ProtocolMessage } from '#data/history/protocol-log.ts';
import type { Log } from '#data/history/read-log.ts';
import { env } from '#platform/aws/env.ts';
import { filesIn } from '#platform/aws/message-files.ts';
import { readLogged } from '#protocol/logged.ts';

/** The log of a unit in a source. */
export function logOf(source: LogSource, { UnitSerNum, UnitModel }: UnitRecord, now: number): Log<ProtocolMessage> {
  if (source === 'Archive') return archiveLog(filesIn(env('MESSAGE_ARCHIVE_BUCKET')), UnitSerNum, now);
  if (source === 'Current') return hotLog(UnitSerNum, now);
  const { read, ...log } = captureLog(filesIn(env('MESSAGE_CAPTURE_BUCKET')), UnitSerNum, now);
  return { ...log, read: async (range) => (await read(range)).map((frame) => decoded(frame, UnitModel)) };
}

/** A captured frame with what it says. One that cannot be read says why. */
function decoded(frame: ProtocolMessage, model: UnitModel): ProtocolMessage {
  const read = readLogged(frame.raw, model)[0]?.decoded;
  if (read?.ok) return { ...frame, messageType: read.message.type, content: read.message };
  const { error, detail } = read ?? { error: 'frame', detail: 'The frame is not whole, or its checksum is wrong' };
  return { ...frame, messageType: 'invalid', content: { error, detail } };
}
