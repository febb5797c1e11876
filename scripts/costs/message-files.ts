import { HEARTBEAT_SECONDS } from '#bridge/adapters/units.ts';
import { ARCHIVED_DAYS } from '#data/history/message-archive.ts';
import { CAPTURED_DAYS } from '#data/history/message-capture.ts';
import type { PRICES } from './prices.ts';
import { ASSUMED, DAYS, SECONDS } from './workload.ts';

type Line = [service: string, price: keyof typeof PRICES, quantity: number];

const GIGABYTE = 1e9;
/** DynamoDB reads so many bytes for one read unit if the read is not consistent. */
const BYTES_PER_READ_UNIT = 8_192;
/** The frames of the unit, and their answers. */
const CAPTURES_PER_FRAME = 2;

/** The archive of protocol messages and the captured frames (docs/decisions/0121). `bytes`: what the messages of a month add to the table. */
export function messageFileLines(
  units: number,
  { bytes, messages, functionGigabytes }: { bytes: number; messages: number; functionGigabytes: number },
): Line[] {
  const archived = (bytes * ASSUMED.archivedBytesPerStoredByte) / GIGABYTE;
  const frames = ASSUMED.shareOfCapturedUnits * (messages + (units * SECONDS) / HEARTBEAT_SECONDS);
  const captures = CAPTURES_PER_FRAME * frames;
  const captured = (captures * ASSUMED.bytesPerCapture) / GIGABYTE;
  return [
    ['Archive', 'tableRead', bytes / BYTES_PER_READ_UNIT],
    ['Archive', 'functionTime', (functionGigabytes * units * ASSUMED.millisecondsPerArchivedUnit) / 1000],
    ['Archive', 'filePut', units],
    ['Archive', 'fileStorage', (archived * ARCHIVED_DAYS) / DAYS],
    // One message to the queue for each capture, by itself in its batch.
    ['Capture', 'queueRequest', 3 * captures],
    ['Capture', 'functionCall', captures],
    ['Capture', 'functionTime', (functionGigabytes * captures * ASSUMED.millisecondsPerReport) / 1000],
    ['Capture', 'filePut', captures],
    ['Capture', 'fileStorage', (captured * CAPTURED_DAYS) / DAYS],
  ];
}
