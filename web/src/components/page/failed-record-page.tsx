import { AppError, type ErrorCode } from '#core/errors.ts';
import { ErrorState } from '../states/error-state.tsx';
import { TextLink } from '../text/text-link.tsx';
import { Page } from './page.tsx';
import { PageHeader } from './page-header.tsx';

interface FailedRecordPageProps {
  /** What the page shows: `customer`. */
  noun: string;
  /** The list that leads to the page. */
  list: { label: string; to: string };
  /** Why the record could not be read. Absent if the address has a key that no record can have. */
  failure?: unknown;
  /** The failure in words, if the specification has them. */
  title?: string;
  onRetry?: () => void;
  retrying?: boolean;
}

const MISSING: ReadonlySet<ErrorCode> = new Set(['NOT_FOUND', 'INVALID']);

/** In place of a record's page: says that the record does not exist or could not be read, and leads back to the list. */
export function FailedRecordPage({ noun, list, failure, title, ...retry }: FailedRecordPageProps) {
  const isMissing = failure === undefined || (failure instanceof AppError && MISSING.has(failure.code));
  return (
    <Page>
      <PageHeader
        title={noun[0]!.toUpperCase() + noun.slice(1)}
        description={<TextLink to={list.to}>{list.label}</TextLink>}
      />
      {isMissing ? (
        <ErrorState
          title={`This ${noun} does not exist`}
          description={`Check the link. It may be incomplete, or you may not see this ${noun}.`}
        />
      ) : (
        <ErrorState title={title ?? `The ${noun} could not be read`} failure={failure} {...retry} />
      )}
    </Page>
  );
}
