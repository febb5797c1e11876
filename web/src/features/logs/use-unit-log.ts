import type { Endpoint } from '#core/contract.ts';
import { AppError } from '#core/errors.ts';
import type { Unit } from '#core/units/unit.ts';
import { type ListInput, useListPage } from '#web/lib/list/use-list-page.ts';
import { showFailureAs } from '#web/lib/messages/show.ts';
import { useAddressParameters } from '#web/lib/page/use-address-parameters.ts';
import { useLogDays } from './log-days.ts';

/** What every log of one unit answers, beside its entries. */
export interface LogAnswer {
  UnitSerNum?: string | undefined;
  UnitModel?: Unit['UnitModel'] | undefined;
  FullUnitID?: string | undefined;
  noResults: boolean;
  multipleUnits: Pick<Unit, 'UnitSerNum' | 'UnitModel' | 'UnitLineID' | 'UnitID' | 'DealerName'>[];
  moreUnits: boolean;
}

interface LogOptions<E extends Endpoint, Row> {
  endpoint: E;
  /** The days before today that the log shows; two when omitted. */
  usualDays?: number;
  name: string;
  pageSizes: readonly number[];
  defaultPageSize: number;
  rowId: (row: Row) => string;
  rowsOf: (answer: unknown) => readonly Row[];
  /** The input of the endpoint for a text or a serial number. */
  input: (of: { text: string; UnitSerNum: string | undefined; startDate: string; endDate: string }) => ListInput<E>;
  notFound: string;
  failed: string;
}

const isNotFound = (error: unknown) => error instanceof AppError && error.code === 'NOT_FOUND';

/** The unit and the days in the address, and the log of the unit in these days. */
export function useUnitLog<E extends Endpoint, Row>(options: LogOptions<E, Row>) {
  const { endpoint, name, pageSizes, defaultPageSize, rowId, rowsOf, notFound, failed } = options;
  const { parameters, change } = useAddressParameters();
  const days = useLogDays(undefined, options.usualDays);
  const UnitSerNum = parameters.get('UnitSerNum')?.trim().toUpperCase() || undefined;
  const text = (parameters.get('unit') ?? UnitSerNum ?? '').trim().toUpperCase();
  const wordsOf = (error: unknown) => (isNotFound(error) ? notFound : failed);
  const list = useListPage<E, Row>(endpoint, {
    name,
    pageSizes,
    defaultPageSize,
    rowId,
    rowsOf,
    onFailure: (error) => showFailureAs(wordsOf(error))(),
    input: () => (days.problem || text === '' ? null : options.input({ text, UnitSerNum, ...days.instants() })),
  });
  return {
    days,
    text,
    list,
    answer: list.answer as LogAnswer | undefined,
    error: list.error && wordsOf(list.error),
    search: (unit: string) => change({ unit, UnitSerNum: undefined }),
    addressOf: (serialNumber: string) => {
      const next = new URLSearchParams(parameters);
      next.set('UnitSerNum', serialNumber);
      return `?${next}`;
    },
  };
}

export type UnitLogState<Row> = Omit<ReturnType<typeof useUnitLog<Endpoint, Row>>, 'list'> & {
  list: Omit<ReturnType<typeof useUnitLog<Endpoint, Row>>['list'], 'answer' | 'answered'>;
};
