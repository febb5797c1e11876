import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router';
import { type AuditEntry, changedFields } from '#core/audit/entry.ts';
import { objectKindWord } from '#core/audit/words.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { ExactTime } from '#web/components/text/relative-time.tsx';
import { paths } from '#web/lib/page/paths.ts';

/** `Switch reporting`. */
export const actionWords = ({ action }: AuditEntry) => {
  const words = action.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** `Unit 400123`. */
export const objectWords = ({ objectKind, objectId, objectName }: AuditEntry) =>
  `${objectKindWord(objectKind)} ${objectName ?? objectId}`;

/** Whether the actor used somebody else's access. */
export const isTaken = ({ actorKey, asUserKey }: AuditEntry) => actorKey !== asUserKey;

export const changeWords = (entry: AuditEntry) =>
  changedFields(entry)
    .map(({ field, from, to }) => `${field}: ${from || '—'} → ${to || '—'}`)
    .join(' · ');

export const AUDIT_COLUMNS: DataColumn<AuditEntry>[] = [
  {
    accessorKey: 'at',
    size: 180,
    cell: ({ row }) => <ExactTime at={row.original.at} />,
    meta: { label: 'When', locked: true, card: 'aside' },
  },
  {
    accessorKey: 'actorName',
    size: 200,
    cell: ({ row: { original } }) => <Who entry={original} />,
    meta: { label: 'Who' },
  },
  {
    id: 'asUserName',
    accessorFn: (entry) => (isTaken(entry) ? entry.asUserName : ''),
    size: 140,
    meta: { label: 'Acting as' },
  },
  { id: 'action', accessorFn: actionWords, size: 140, meta: { label: 'Action', card: 'title' } },
  {
    id: 'object',
    accessorFn: objectWords,
    size: 190,
    cell: ({ row: { original } }) => (
      <ObjectLink to={paths.audit({ kind: original.objectKind, id: original.objectId })}>
        {objectWords(original)}
      </ObjectLink>
    ),
    meta: { label: 'Object' },
  },
  { id: 'change', accessorFn: changeWords, size: 260, meta: { label: 'Change', grows: true } },
  { accessorKey: 'dealerName', size: 160, meta: { label: 'Dealer', shownByDefault: false } },
];

/** An export has a column for the value before and one for the value after. */
export const EXPORT_COLUMNS: DataColumn<AuditEntry>[] = [
  { accessorKey: 'at', meta: { label: 'When' } },
  { accessorKey: 'actorName', meta: { label: 'Who' } },
  { accessorKey: 'asUserName', meta: { label: 'Acting as' } },
  { id: 'action', accessorFn: actionWords, meta: { label: 'Action' } },
  { id: 'object', accessorFn: objectWords, meta: { label: 'Object' } },
  { id: 'before', accessorFn: ({ before }) => asText(before), meta: { label: 'Before' } },
  { id: 'after', accessorFn: ({ after }) => asText(after), meta: { label: 'After' } },
  { accessorKey: 'dealerName', meta: { label: 'Dealer' } },
];

const asText = (value: unknown) => (value === undefined || value === null ? '' : JSON.stringify(value));

const Who = ({ entry }: { entry: AuditEntry }) =>
  entry.actorKey === 'system' ? (
    entry.actorName
  ) : (
    <ObjectLink to={paths.audit({ user: entry.actorKey })}>{entry.actorName}</ObjectLink>
  );

const ObjectLink = ({ to, children }: { to: string; children: string }) => (
  <chakra.span
    css={{
      '& a': { fontWeight: 'inherit !important', borderRadius: 'l1', focusVisibleRing: 'outside' },
      '& a:hover': { textDecoration: 'underline' },
    }}
  >
    <Link to={to}>{children}</Link>
  </chakra.span>
);
