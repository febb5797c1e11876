import { Box, Button, Flex } from '@chakra-ui/react';
import { History } from 'lucide-react';
import { useMemo, useState } from 'react';
import { actorWords, asUserWords } from '#core/audit/actor.ts';
import type { AuditEntry } from '#core/audit/entry.ts';
import { actionChoices, objectKindWord, objectWords } from '#core/audit/sentence.ts';
import { users } from '#core/users/contract.ts';
import { fullNameOf } from '#core/users/user-record.ts';
import { DateRangeField } from '#web/components/date-range/date-range-field.tsx';
import { rangeProblem } from '#web/components/date-range/range.ts';
import { SearchSelectField } from '#web/components/form/search-select-field.tsx';
import { CheckboxField } from '#web/components/form/toggle-fields.tsx';
import { useTimeStyle } from '#web/components/text/time-style.tsx';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { ListPage } from '#web/lib/list/list-page.tsx';
import { type Crumb, usePageTrail } from '#web/lib/page/page-trail.ts';
import { paths, withQuery } from '#web/lib/page/paths.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { DealerField } from '#web/shared/dealers/dealer-field.tsx';
import type { AuditSubject } from './audit-address.ts';
import { auditColumns, EXPORT_COLUMNS } from './audit-columns.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import { dealerNameIn } from './subject-dealer.ts';
import { useAudit } from './use-audit.ts';

export { firstReads } from './use-audit.ts';

const PARTS = [
  { id: 'by', label: 'Done by the user' },
  { id: 'as', label: 'Done with the user’s access' },
  { id: 'of', label: 'Changes of the user' },
] as const;

const ACTIONS = actionChoices();

/** The changes of a dealer, a user or an object: who, as whom, from what to what and when. */
export default function AuditPage() {
  const { subject, range, action, list, change } = useAudit();
  const { user } = useSession();
  const style = useTimeStyle();
  const [entry, setEntry] = useState<AuditEntry>();
  const name = useSubjectName(subject, list.rows);
  const { goNext } = list;
  usePageTrail(wayBack(subject));
  const isFiltered = range.start || range.end || action;
  const columns = useMemo(() => auditColumns({ dealers: user.hasSubDealers, style }), [user.hasSubDealers, style]);

  return (
    <ListPage<AuditEntry>
      title={subject.by === 'dealer' ? 'Audit' : `History of ${name}`}
      description={
        subject.by === 'dealer'
          ? `Changes by people and by the system, at ${name}${subject.below ? ' and its sub-dealers' : ''}.`
          : 'Your dealer and its sub-dealers.'
      }
      secondary={
        subject.by === 'dealer'
          ? []
          : [{ id: 'dealer', label: 'Show the audit of the dealer', icon: History, href: paths.audit() }]
      }
      {...(subject.by === 'user' && {
        tabs: {
          label: 'Parts of the history',
          active: subject.part,
          tabs: PARTS.map((part) => ({
            ...part,
            to: withQuery('', { user: subject.userKey, ...(part.id !== 'by' && { part: part.id }) }),
          })),
        },
      })}
      above={
        <Box maxW="44rem">
          <DateRangeField
            value={range}
            onChange={({ start, end }) => change({ from: start, to: end })}
            labels={{ start: 'From', end: 'To' }}
          />
        </Box>
      }
      label="Changes"
      list={list}
      columns={columns}
      // Entries are in the order of time.
      sortable={false}
      problem={rangeProblem(range, style)}
      onOpen={setEntry}
      controls={
        <Flex gap="3" wrap={{ md: 'wrap' }} align="center">
          <Box w="16rem" flexShrink="0">
            <SearchSelectField
              label="What was done"
              labelHidden
              name="done"
              placeholder="Everything that was done"
              clearable
              options={ACTIONS}
              value={action}
              onChange={(done) => change({ done })}
            />
          </Box>
          {subject.by === 'dealer' && user.hasSubDealers && (
            <>
              <Box w="16rem" flexShrink="0">
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
              <Box whiteSpace="nowrap">
                <CheckboxField
                  label="With its sub-dealers"
                  name="below"
                  value={subject.below}
                  onChange={(on) => change({ below: on ? undefined : 'no' })}
                />
              </Box>
            </>
          )}
        </Flex>
      }
      fileName={`audit ${new Date().toISOString().slice(0, 10)}`}
      exportColumns={EXPORT_COLUMNS}
      empty={{
        title: goNext ? 'No match so far' : isFiltered ? 'No change matches' : 'Nothing was changed yet',
        description: goNext
          ? 'Older changes have not been searched yet.'
          : isFiltered
            ? 'Choose another time, or search for something else.'
            : 'Changes appear here as soon as somebody makes them.',
        ...(goNext && {
          action: (
            <Button variant="outline" onClick={goNext}>
              Look further back
            </Button>
          ),
        }),
      }}
    >
      {entry && <EntryDialog entry={entry} onClose={() => setEntry(undefined)} />}
    </ListPage>
  );
}

/** The name of the subject, as far as it is known. */
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
    // A deleted user still has a history.
    { revalidateOnFocus: false, shouldRetryOnError: false, onError: () => undefined },
  );
  if (subject.by === 'dealer') {
    if (subject.dealerKey === user.dealer) return user.dealerName;
    return dealerNameIn(entries, subject.dealerKey) ?? `dealer ${subject.dealerKey}`;
  }
  if (userKey !== undefined) return (data && fullNameOf(data.user)) ?? nameIn(subject, entries) ?? 'a user';
  const { kind, id } = subject as Extract<AuditSubject, { by: 'object' }>;
  const [first] = entries ?? [];
  return `${objectKindWord(kind).toLowerCase()} ${first ? objectWords(first) : id}`;
}

function nameIn(subject: AuditSubject, entries: readonly AuditEntry[] | undefined): string | undefined {
  const [first] = entries ?? [];
  if (subject.by !== 'user') return first?.objectName;
  return first && { by: actorWords(first), as: asUserWords(first), of: first.objectName }[subject.part];
}

/** The history of a unit leads back to the unit. */
const wayBack = (subject: AuditSubject): Crumb[] =>
  subject.by === 'object' && subject.kind === 'unit'
    ? [{ label: subject.id, href: paths.unit(subject.id) }, { label: 'History' }]
    : [];
