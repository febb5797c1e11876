import type { BillLine } from './bill-line.ts';

/** The totals of a bill, in cents (docs/decisions/0127). */
export interface BillTotals {
  /** Units in service and activations of the period. */
  Sum: number;
  SumUnitsOnly: number;
  CountUnitsOnly: number;
  SumActivationsOnly: number;
  /** `Sum` and the corrections of closed periods: what is to be paid. */
  GrandTotalSum: number;
  /** Units with a line of any type. */
  totalUnitCount: number;
}

export const NO_TOTALS: BillTotals = {
  Sum: 0,
  SumUnitsOnly: 0,
  CountUnitsOnly: 0,
  SumActivationsOnly: 0,
  GrandTotalSum: 0,
  totalUnitCount: 0,
};

/** The totals of lines of one dealer: all lines of each unit. */
export function totalsOf(lines: readonly BillLine[]): BillTotals {
  const ofType = (wanted: BillLine['Type']) => lines.filter(({ Type }) => Type === wanted);
  const SumUnitsOnly = centsOf(ofType('Service'));
  const SumActivationsOnly = centsOf(ofType('Activation'));
  const Sum = SumUnitsOnly + SumActivationsOnly;
  return {
    Sum,
    SumUnitsOnly,
    CountUnitsOnly: unitsOf(ofType('Service')),
    SumActivationsOnly,
    GrandTotalSum: Sum + centsOf(ofType('Correction')),
    totalUnitCount: unitsOf(lines),
  };
}

/** The amounts among totals: they can be added up part by part. Units are counted over all lines of each. */
export const amountsOf = ({ CountUnitsOnly: _, totalUnitCount: __, ...amounts }: BillTotals) => amounts;

const centsOf = (lines: readonly BillLine[]) => lines.reduce((sum, { cents }) => sum + cents, 0);

const unitsOf = (lines: readonly BillLine[]) => new Set(lines.map(({ UnitSerNum }) => UnitSerNum)).size;

/** The lines of a bill with one type, model and rate. */
export interface TypeRow {
  Type: BillLine['Type'];
  UnitModel: BillLine['UnitModel'];
  Rate: number;
  TypeCount: number;
  TypeSum: number;
}

/** The rows of a summary. Corrections differ from line to line, so they have one row of a model, without a rate. */
export function typeRowsOf(lines: readonly BillLine[]): TypeRow[] {
  const rows = new Map<string, TypeRow>();
  for (const { Type, UnitModel, Rate, cents } of lines) {
    const shared = Type === 'Correction' ? 0 : Rate;
    const key = `${Type}~${UnitModel}~${shared}`;
    const row = rows.get(key) ?? { Type, UnitModel, Rate: shared, TypeCount: 0, TypeSum: 0 };
    rows.set(key, { ...row, TypeCount: row.TypeCount + 1, TypeSum: row.TypeSum + cents });
  }
  return [...rows.values()];
}
