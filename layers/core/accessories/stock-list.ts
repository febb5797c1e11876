import { z } from 'zod';
import { isVisible, NOT_VISIBLE } from '../name-skeleton.ts';
import { AccessorySerial, NO_RF, RFCode, StockDevice } from './accessory.ts';

/** P3-K41. */
export const MOST_TXM_LINES = 20_000;
/** P3-K42. */
export const TXM_FILES = ['.xls', '.csv', '.xlsx'] as const;
/** The transmitters of one call: they are stored in one transaction. */
export const TRANSMITTERS_OF_A_CALL = 90;

export const TransmitterType = z
  .string()
  .trim()
  .min(1, 'Enter a type')
  .max(60, 'A type has at most 60 characters')
  .refine(isVisible, NOT_VISIBLE);

/** A transmitter of an uploaded list. */
export const Transmitter = StockDevice.pick({ SerialNumber: true, RFCode: true, ManufacturedDate: true });
export type Transmitter = z.infer<typeof Transmitter>;

type Line = { line: number; values: string[] };
type Read = { transmitters: Transmitter[]; problems: { line: number; problem: string }[] };

const NO_LINE = 'The file has no transmitter. Its first line is the header, and its last line is ignored';
const TOO_MANY = `A file has at most ${MOST_TXM_LINES.toLocaleString('en')} transmitters`;

/**
 * The transmitters in the cells of a file: serial number, RF code, and the day it was made. The first line is the header, and the last one is
 * ignored [P3-K43 P3-K44]. `line` counts from 1. Empty lines are left out.
 */
export function transmittersIn(cells: readonly (readonly string[])[]): Read {
  const lines: Line[] = cells
    .map((values, index) => ({ line: index + 1, values: values.map((value) => value.trim()) }))
    .filter(({ values }) => values.some((value) => value !== ''));
  const data = lines.slice(1, -1);
  if (data.length === 0) return { transmitters: [], problems: [{ line: 1, problem: NO_LINE }] };
  if (data.length > MOST_TXM_LINES) return { transmitters: [], problems: [{ line: 1, problem: TOO_MANY }] };
  const read: Read = { transmitters: [], problems: [] };
  const known = new Map<string, number>();
  for (const { line, values } of data) {
    const [SerialNumber, code = '', day = ''] = values;
    const { data: transmitter, error } = Transmitter.safeParse({
      SerialNumber,
      RFCode: code === '' ? NO_RF : code,
      ...(day !== '' && { ManufacturedDate: day }),
    });
    if (!transmitter) {
      read.problems.push({ line, problem: error.issues[0]!.message });
      continue;
    }
    const before = known.get(transmitter.SerialNumber);
    if (before === undefined) read.transmitters.push(transmitter);
    else read.problems.push({ line, problem: `${transmitter.SerialNumber} is in line ${before} already` });
    known.set(transmitter.SerialNumber, before ?? line);
  }
  return read;
}

export const TxmUpload = z.object({
  fileName: z.string().trim().min(1, 'The file has no name').max(200).refine(isVisible, NOT_VISIBLE),
  /** The type of all transmitters of the file, as the stock list has it. */
  type: TransmitterType,
  txmArray: z
    .array(Transmitter)
    .min(1, 'The file has no transmitter')
    .max(TRANSMITTERS_OF_A_CALL)
    .refine((all) => new Set(all.map(({ SerialNumber }) => SerialNumber)).size === all.length, {
      error: 'A serial number is there twice',
    }),
});
export type TxmUpload = z.output<typeof TxmUpload>;

export const TxmLookUp = z.object({ SerialNumber: AccessorySerial });
export const FoundTransmitter = StockDevice.extend({ RFCode, Type: z.string() });
