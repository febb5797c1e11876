import { Box, Button, Flex } from '@chakra-ui/react';
import { History } from 'lucide-react';
import { useState } from 'react';
import { type AuditEntry, OBJECT_WORDS } from '#core/audit/entry.ts';
import { users } from '#core/users/contract.ts';
import { pageText } from '#web/components/data-table/cursor-pages.ts';
import { DataTable } from '#web/components/data-table/data-table.tsx';
import { DateRangeField } from '#web/components/date-range/date-range-field.tsx';
import { rangeProblem } from '#web/components/date-range/range.ts';
import { LinkTabs } from '#web/components/page/link-tabs.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { QueryBar } from '#web/components/query-bar/query-bar.tsx';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { paths, withQuery } from '#web/lib/page/paths.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { useTableColumns } from '#web/lib/table/use-table-columns.ts';
import { DealerField } from '../users/dealer-field.tsx';
import type { AuditSubject } from './audit-address.ts';
import { AUDIT_COLUMNS, EXPORT_COLUMNS } from './audit-columns.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import { PAGE_SIZES, useAudit } from './use-audit.ts';

const PARTS = [
  { id: 'by', label: 'Done by the user' },
  { id: 'as', label: 'Done with the user’s access' },
  { id: 'of', label: 'Changes of the user' },
] as const;

/** Who changed what, as whom, from what to what and when: of a dealer, a user or a thing. */
export default function AuditPage() {
  const { subject, filters, table, pages, list, load, change } = useAudit();
  const { user } = useSession();
  const [entry, setEntry] = useState<AuditEntry>();
  const settings = useTableColumns('audit');
  const name = useSubjectName(subject, list.data?.items);
  const rows = list.data?.items;
  const goOn = pages.goNext(list.data?.cursor);
  const asked = filters.range.start || filters.range.end || filters.action;

  return (
    <Flex direction="column" gap="4" p={{ base: '4', md: '6' }} pt={{ base: '3', md: '5' }}>
      <PageHeader
        title={subject.by === 'dealer' ? 'Audit' : `History of ${name}`}
        description={
          subject.by === 'dealer' ? `What was changed of ${name} and what is its own.` : 'Within your part of the tree.'
        }
        secondary={
          subject.by === 'dealer'
            ? []
            : [{ id: 'dealer', label: 'Show the audit of the dealer', icon: History, href: paths.audit() }]
        }
      >
        {subject.by === 'user' && (
          <Flex direction="column" mt="2">
            <LinkTabs
              label="Parts of the history"
              active={subject.part}
              tabs={PARTS.map((part) => ({
                ...part,
                to: withQuery('', { user: subject.userKey, ...(part.id !== 'by' && { part: part.id }) }),
              }))}
            />
          </Flex>
        )}
      </PageHeader>
      <Box maxW="44rem">
        <DateRangeField
          value={filters.range}
          onChange={({ start, end }) => change({ from: start, to: end })}
          labels={{ start: 'From', end: 'To' }}
        />
      </Box>
      <DataTable<AuditEntry>
        name="audit"
        label="Changes"
        columns={AUDIT_COLUMNS}
        rows={rangeProblem(filters.range) ? [] : rows}
        rowId={({ auditId }) => auditId}
        onOpen={setEntry}
        {...settings}
        controls={
          <>
            <QueryBar
              label="Search what was done"
              placeholder="Switch reporting, delete…"
              value={table.query}
              onChange={table.setQuery}
            />
            {subject.by === 'dealer' && user.hasSubDealers && (
              <Box w={{ base: 'full', md: '16rem' }}>
                <DealerField
                  label="Dealer"
                  labelHidden
                  name="dealer"
                  value={subject.dealerKey}
                  chosenName={name}
                  onChange={(dealer) =>
                    change({ dealer: dealer === undefined || dealer === user.dealer ? undefined : String(dealer) })
                  }
                />
              </Box>
            )}
          </>
        }
        exporting={{ fileName: `audit ${new Date().toISOString().slice(0, 10)}`, columns: EXPORT_COLUMNS, load }}
        paging={{
          size: table.pageSize,
          sizes: PAGE_SIZES,
          onSizeChange: table.setPageSize,
          onNext: goOn,
          onPrevious: pages.goPrevious,
          ...(rows && { text: pageText({ number: pages.pageNumber, size: table.pageSize, shown: rows.length }) }),
        }}
        refreshing={list.isValidating}
        {...(list.error && { error: list.error.message })}
        {...(list.readAt && { updatedAt: list.readAt })}
        onRetry={list.retry}
        empty={{
          title: asked ? 'No change fits' : 'Nothing was changed yet',
          description: goOn
            ? 'None of those looked through so far.'
            : asked
              ? 'Choose another time, or search for something else.'
              : 'Changes stand here as soon as somebody makes them.',
          ...(goOn && {
            action: (
              <Button variant="outline" onClick={goOn}>
                Look further back
              </Button>
            ),
          }),
        }}
      />
      {entry && <EntryDialog entry={entry} onClose={() => setEntry(undefined)} />}
    </Flex>
  );
}

/** What people call the subject, as far as it is known. */
function useSubjectName(subject: AuditSubject, entries: readonly AuditEntry[] | undefined): string {
  const { user, may } = useSession();
  const userKey =
    subject.by === 'user'
      ? subject.userKey
      : subject.by === 'object' && subject.kind === 'user'
        ? subject.id
        : undefined;
  const { data } = useEndpoint(
    users.access,
    userKey !== undefined && may(users.access.access) ? { userKey } : null,
    // A user who is gone has a history all the same.
    { revalidateOnFocus: false, shouldRetryOnError: false, onError: () => undefined },
  );
  if (subject.by === 'dealer') {
    if (subject.dealerKey === user.dealer) return user.dealerName;
    return entries?.[0]?.dealerName ?? `dealer ${subject.dealerKey}`;
  }
  if (userKey !== undefined) return data?.user.UserName ?? nameIn(subject, entries) ?? 'a user';
  const { kind, id } = subject as Extract<AuditSubject, { by: 'object' }>;
  return `${(OBJECT_WORDS[kind] ?? kind).toLowerCase().replace('sim', 'SIM')} ${entries?.[0]?.objectName ?? id}`;
}

function nameIn(subject: AuditSubject, entries: readonly AuditEntry[] | undefined): string | undefined {
  const [first] = entries ?? [];
  if (subject.by !== 'user') return first?.objectName;
  return { by: first?.actorName, as: first?.asUserName, of: first?.objectName }[subject.part];
}
