import { useMemo } from 'react';
import { whoWords } from '#core/audit/actor.ts';
import { changeWords, sentenceOf } from '#core/audit/sentence.ts';
import type { UnitChange } from '#core/history/change.ts';
import { history } from '#core/history/contract.ts';
import { shownTime, type TimeStyle } from '#core/shown-time.ts';
import { type DataColumn, TIME_WIDTH } from '#web/components/data-table/columns.ts';
import { ExactTime } from '#web/components/text/relative-time.tsx';
import { useTimeStyle } from '#web/components/text/time-style.tsx';
import { useListPage } from '#web/lib/list/use-list-page.ts';
import { LogTable } from '#web/shared/history/log-table.tsx';
import { LOG_PAGES, useDays } from '#web/shared/history/use-unit-log.ts';
import { KIND_WORDS } from './history-words.ts';

const LOGS = {
  unit: { endpoint: history.chlogUnit, label: 'Unit changes', empty: 'No change of the unit in this range' },
  rfMap: { endpoint: history.chlogRFMap, label: 'RF map changes', empty: 'No change of the RF map in this range' },
  profile: {
    endpoint: history.chlogProfileUnitData,
    label: 'Profile data changes',
    empty: 'No change of the profile data in this range',
  },
} as const;

interface ChangesTabProps {
  unit: { UnitSerNum: string };
  log: keyof typeof LOGS;
}

/** The changes of a unit in a range of days: who, what, from what to what and when. */
export function ChangesTab({ unit: { UnitSerNum }, log }: ChangesTabProps) {
  const { endpoint, label, empty } = LOGS[log];
  const days = useDays(UnitSerNum);
  const style = useTimeStyle();
  const list = useListPage(endpoint, {
    ...LOG_PAGES,
    name: 'unitChanges',
    part: log,
    rowId: ({ auditId }) => auditId,
    input: days.input,
  });
  const columns = useMemo(() => columnsIn(style), [style]);
  return (
    <LogTable<UnitChange>
      label={label}
      UnitSerNum={UnitSerNum}
      columns={columns}
      log={{ ...days, list }}
      emptyTitle={empty}
    />
  );
}

export const columnsIn = (style: TimeStyle): DataColumn<UnitChange>[] => [
  {
    accessorKey: 'at',
    size: TIME_WIDTH,
    cell: ({ row }) => <ExactTime at={row.original.at} />,
    meta: { label: 'Time', locked: true, card: 'aside' },
  },
  {
    id: 'sentence',
    accessorFn: sentenceOf,
    size: 360,
    meta: { label: 'What happened', locked: true, grows: true, card: 'title' },
  },
  {
    id: 'change',
    accessorFn: (change) => changeWords(change, (at) => shownTime(new Date(at), style)),
    size: 320,
    meta: { label: 'Change' },
  },
  { id: 'kind', accessorFn: ({ kind }) => KIND_WORDS[kind], size: 120, meta: { label: 'Kind' } },
  { id: 'actor', accessorFn: whoWords, size: 160, meta: { label: 'Who', shownByDefault: false } },
];
