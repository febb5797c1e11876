import { expect, it } from 'vitest';
import type { UnitChange } from '#core/history/change.ts';
import { auditColumns, EXPORT_COLUMNS } from '#web/features/audit/audit-columns.tsx';
import { columnsIn } from '#web/features/history/changes-tab.tsx';

const entry: UnitChange = {
  ...{ auditId: '01', at: '2026-11-21T17:00:00.000Z', objectKind: 'unit', objectId: '400123', dealerKey: 220 },
  ...{ dealerName: 'Northwind', dealerNames: {}, kind: 'user', action: 'switch reporting' },
  ...{ actorKey: 'olga', actorName: 'olga@northwind.example', actorFullName: 'Olga Olsen' },
  ...{ asUserKey: 'olga', asUserName: 'olga@northwind.example', asUserFullName: 'Olga Olsen' },
  ...{ enteredByKey: 'ann', enteredByName: 'ann@northwind.example', enteredByFullName: 'Ann Lee' },
};
const style = { format: 'yearFirst', timeZone: 'UTC' } as const;

it.each([
  ['the audit', auditColumns({ dealers: true, style })],
  ['an export of the audit', EXPORT_COLUMNS],
  ['the changes of a unit', columnsIn(style)],
])('the column Who of %s names who issued the link of the session', (_, columns) => {
  const who = (columns as ReturnType<typeof columnsIn>).find(({ meta }) => meta?.label === 'Who');
  expect((who as unknown as { accessorFn: (one: UnitChange) => string }).accessorFn(entry)).toBe(
    'Olga Olsen (by a link of Ann Lee)',
  );
});
