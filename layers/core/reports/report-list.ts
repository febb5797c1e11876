import type { Endpoint } from '../contract.ts';
import { SerialNumber } from '../units/unit.ts';
import type { Report } from './report.ts';

/** The parameters of an address. */
export interface Address {
  get(name: string): string | null;
}

/** A choice above a report. Its name is the parameter of the address and the field of the call. */
export interface Choice {
  name: string;
  label: string;
  values: readonly (string | number)[];
  /** The value that each other name in an address means. */
  otherNames?: ReadonlyMap<string, string | number>;
  /** A value as people read it; the value itself if absent. */
  words?: (value: string | number) => string;
  preset: string | number;
}

/** A report as a list of the portal: what its address says, and the call that reads it. */
export interface ReportList {
  report: Report;
  endpoint: Endpoint;
  /** Fields of the call that the list sets. */
  fixed?: Readonly<Record<string, string | number>>;
  choices?: readonly Choice[];
  /** The report has a range of days, so many up to today if the address names none. */
  usualDays?: number;
  /** The parameter of the address that names a unit. */
  unit?: 'UnitSerNum' | 'unit';
  /** The parameter of the address that names the size of a page. */
  size?: 'itemsShown' | 'itemsByPage';
}

export function choiceAt(address: Address, { name, values, otherNames, preset }: Choice): string | number {
  const asked = address.get(name) ?? '';
  return values.find((value) => String(value) === asked) ?? otherNames?.get(asked) ?? preset;
}

export const unitAt = (address: Address, { unit = 'UnitSerNum' }: Pick<ReportList, 'unit'>): string | undefined =>
  SerialNumber.safeParse(address.get(unit) ?? '').data;

export const dealerAt = (address: Address): number | undefined => {
  const key = Number(address.get('DealerKey'));
  return Number.isSafeInteger(key) && key > 0 ? key : undefined;
};

/** The input of the call that reads a report at an address, without its page. `range` are the instants of its days. */
export function inputAt(
  list: ReportList,
  address: Address,
  { choosesDealer, range }: { choosesDealer: boolean; range?: { startDate: string; endDate: string } | undefined },
): Record<string, string | number> {
  const { fixed, choices = [] } = list;
  const UnitSerNum = unitAt(address, list);
  const DealerKey = choosesDealer ? dealerAt(address) : undefined;
  const chosen = Object.fromEntries(choices.map((choice) => [choice.name, choiceAt(address, choice)]));
  return { ...fixed, ...chosen, ...range, ...(UnitSerNum && { UnitSerNum }), ...(DealerKey && { DealerKey }) };
}
