import { TXM_FILES, transmittersIn } from '#core/accessories/stock-list.ts';
import { messageFor } from '#core/errors.ts';
import { MAX_CONVERTED_BYTES } from '#core/reminders/batch-contract.ts';
import { fileProblem } from '#web/components/upload/file-rules.ts';
import { cellsOf } from './cells-of.ts';

export const TRANSMITTER_FILES = { accept: TXM_FILES, maximumBytes: MAX_CONVERTED_BYTES };

/** Reads the transmitters of a file and the lines to correct, or says why the file is refused. */
export async function readTransmitters(file: File): Promise<ReturnType<typeof transmittersIn> | { problem: string }> {
  const problem = fileProblem(file, TRANSMITTER_FILES);
  if (problem) return { problem };
  try {
    return transmittersIn(await cellsOf(file, TRANSMITTER_FILES));
  } catch (error) {
    return { problem: messageFor(error) };
  }
}
