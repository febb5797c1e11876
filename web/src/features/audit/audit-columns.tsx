import { asUserWords, isTaken, whoWords } from '#core/audit/actor.ts';
import type { AuditEntry } from '#core/audit/entry.ts';
import {
  actionWords,
  changedFields,
  changeWords,
  objectKindWord,
  objectWords,
  sentenceOf,
} from '#core/audit/sentence.ts';
import { shownTime, type TimeStyle } from '#core/shown-time.ts';
import { type DataColumn, TIME_WIDTH } from '#web/components/data-table/columns.ts';
import { ExactTime } from '#web/components/text/relative-time.tsx';
import { Sentence } from './sentence.tsx';

/** `User Ann Lee`. */
const kindAndObject = (entry: AuditEntry) => `${objectKindWord(entry.objectKind)} ${objectWords(entry)}`;

const takenFrom = (entry: AuditEntry) => (isTaken(entry) ? asUserWords(entry) : '');

export const auditColumns = ({ dealers, style }: { dealers: boolean; style: TimeStyle }): DataColumn<AuditEntry>[] => [
  {
    accessorKey: 'at',
    size: TIME_WIDTH,
    cell: ({ row }) => <ExactTime at={row.original.at} />,
    meta: { label: 'When', locked: true, card: 'detail' },
  },
  {
    id: 'sentence',
    accessorFn: sentenceOf,
    size: 380,
    cell: ({ row }) => <Sentence entry={row.original} />,
    meta: { label: 'What happened', locked: true, grows: true, card: 'title' },
  },
  {
    id: 'change',
    accessorFn: (entry) => changeWords(entry, (at) => shownTime(new Date(at), style)),
    size: 280,
    meta: { label: 'Change' },
  },
  { accessorKey: 'dealerName', size: 170, meta: { label: 'Dealer', shownByDefault: dealers } },
  { id: 'actor', accessorFn: whoWords, size: 160, meta: { label: 'Who', shownByDefault: false } },
  { id: 'as', accessorFn: takenFrom, size: 140, meta: { label: 'Acting as', shownByDefault: false } },
  {
    id: 'action',
    accessorFn: ({ action }) => actionWords(action),
    size: 160,
    meta: { label: 'Action', shownByDefault: false },
  },
  { id: 'object', accessorFn: kindAndObject, size: 190, meta: { label: 'Object', shownByDefault: false } },
];

/** An export has a column for the value before and one for the value after. */
export const EXPORT_COLUMNS: DataColumn<AuditEntry>[] = [
  { accessorKey: 'at', meta: { label: 'When' } },
  { id: 'sentence', accessorFn: sentenceOf, meta: { label: 'What happened' } },
  { id: 'actor', accessorFn: whoWords, meta: { label: 'Who' } },
  { accessorKey: 'actorName', meta: { label: 'User name' } },
  { id: 'as', accessorFn: takenFrom, meta: { label: 'Acting as' } },
  { id: 'action', accessorFn: ({ action }) => actionWords(action), meta: { label: 'Action' } },
  { id: 'object', accessorFn: kindAndObject, meta: { label: 'Object' } },
  { id: 'before', accessorFn: (entry) => sideOf(entry, 'from'), meta: { label: 'Before' } },
  { id: 'after', accessorFn: (entry) => sideOf(entry, 'to'), meta: { label: 'After' } },
  { accessorKey: 'dealerName', meta: { label: 'Dealer' } },
];

const sideOf = (entry: AuditEntry, side: 'from' | 'to') =>
  changedFields(entry)
    .filter((change) => change[side].length > 0)
    .map((change) => `${change.label}: ${change[side].join(', ')}`)
    .join('; ');
