import { z } from 'zod';
import { carrierOf } from '../sims/carrier.ts';
import { Iccid, Imei } from '../sims/entered-numbers.ts';
import { SerialNumber, UNIT_MODELS, UnitModel } from './unit.ts';

export const MOST_IMPORTED = 10_000;
/** The units of one call: each is stored in a transaction of its own. */
export const UNITS_OF_AN_IMPORT = 20;

const KnownIccid = Iccid.refine((iccid) => carrierOf(iccid) !== undefined, 'No carrier of the portal has this ICCID');

const PcbSerialNumber = z
  .string()
  .regex(/^[\w-]{1,40}$/, 'A PCB serial number has at most 40 letters, digits and hyphens');

/** A unit as a file brings it into the portal. */
export const ImportedUnit = z.object({
  UnitSerNum: SerialNumber,
  UnitModel: z.enum(UNIT_MODELS, `The model is one of ${UNIT_MODELS.join(', ')}`),
  IMEI: Imei,
  ICCID1: KnownIccid,
  ICCID2: KnownIccid.optional(),
  PCBSerNum: PcbSerialNumber.optional(),
});
export type ImportedUnit = z.output<typeof ImportedUnit>;

/** The outcome for one unit. `new`: it could be brought in. `same`: the portal has it with these numbers. */
export const ImportOutcome = z.object({
  UnitSerNum: SerialNumber,
  outcome: z.enum(['new', 'created', 'same', 'refused']),
  reason: z.string().optional(),
  /** True if it has a secret with which it has not logged in: another one would make that one void. */
  hasUnusedSecret: z.boolean().optional(),
  /** Its new secret, in hexadecimal. It is not shown again. */
  secret: z.string().optional(),
});
export type ImportOutcome = z.output<typeof ImportOutcome>;

/** The columns of a file, by the names that its header has for them. */
export const IMPORT_COLUMNS = ['UnitSerNum', 'UnitModel', 'IMEI', 'ICCID1', 'ICCID2', 'PCBSerNum'] as const;
/** Columns that may be absent. */
const OPTIONAL_COLUMNS: readonly string[] = ['ICCID2', 'PCBSerNum'];
const NO_HEADER = `The first line names the columns: ${IMPORT_COLUMNS.join(', ')}`;
const isColumn = (name: string) => IMPORT_COLUMNS.some((column) => column.toUpperCase() === name.toUpperCase());
const NO_UNIT = 'The file has no unit';
const TOO_MANY = `A file has at most ${MOST_IMPORTED.toLocaleString('en')} units`;

interface Read {
  units: ImportedUnit[];
  problems: { line: number; problem: string }[];
}

/** The units in the cells of a file. `line` counts from 1. Empty lines are left out. No number may be there twice. */
export function unitsIn(cells: readonly (readonly string[])[]): Read {
  const lines = cells
    .map((values, index) => ({ line: index + 1, values: values.map(cleaned) }))
    .filter(({ values }) => values.some((value) => value !== ''));
  const [header, ...data] = lines;
  const names = header?.values.map((value) => value.toUpperCase()) ?? [];
  const places = new Map(IMPORT_COLUMNS.map((column) => [column, names.indexOf(column.toUpperCase())]));
  const problem = (words: string): Read => ({ units: [], problems: [{ line: 1, problem: words }] });
  if (IMPORT_COLUMNS.some((column) => !OPTIONAL_COLUMNS.includes(column) && places.get(column) === -1))
    return problem(NO_HEADER);
  const unknown = header!.values.filter((name) => name !== '' && !isColumn(name));
  if (unknown.length > 0) return problem(`Unknown columns: ${unknown.join(', ').slice(0, 100)}. ${NO_HEADER}`);
  if (data.length === 0) return problem(NO_UNIT);
  if (data.length > MOST_IMPORTED) return problem(TOO_MANY);

  const read: Read = { units: [], problems: [] };
  const known = new Map<string, number>();
  for (const { line, values } of data) {
    const given = Object.fromEntries(
      [...places].flatMap(([column, place]) => (values[place] ? [[column, values[place]]] : [])),
    );
    const { data: unit, error } = ImportedUnit.safeParse(withModel(given));
    const twice = unit && numbersOf(unit).find((number) => known.has(number));
    if (!unit) read.problems.push({ line, problem: error.issues[0]!.message });
    else if (twice !== undefined)
      read.problems.push({ line, problem: `${twice.split(' ')[1]} is in line ${known.get(twice)} already` });
    else read.units.push(unit);
    for (const number of unit ? numbersOf(unit) : []) known.set(number, known.get(number) ?? line);
  }
  return read;
}

/** Spreadsheets add blanks, quotes and byte order marks. */
const isAdded = (character: string | undefined) => character !== undefined && /[\s\ufeff'"]/.test(character);

/** Without what spreadsheets add at both ends. In one pass: a regular expression would take hours for a megabyte of blanks. */
function cleaned(cell: string): string {
  let [start, end] = [0, cell.length];
  while (isAdded(cell[start])) start += 1;
  while (end > start && isAdded(cell[end - 1])) end -= 1;
  return cell.slice(start, end);
}

/** Model names are read in any case. */
const withModel = (given: Record<string, string>) => {
  const model = UNIT_MODELS.find((one) => one.toUpperCase() === given.UnitModel?.toUpperCase());
  return { ...given, UnitModel: UnitModel.safeParse(model).data ?? given.UnitModel };
};

const numbersOf = ({ UnitSerNum, IMEI, ICCID1, ICCID2 }: ImportedUnit) => [
  `serial ${UnitSerNum}`,
  `imei ${IMEI}`,
  ...[ICCID1, ICCID2].flatMap((iccid) => (iccid === undefined ? [] : [`iccid ${iccid}`])),
];
