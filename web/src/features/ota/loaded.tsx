import type { ReactNode } from 'react';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { Loading, TextSkeleton } from '#web/components/states/skeletons.tsx';

interface LoadedProps<Data> {
  answer: { data: Data | undefined; error?: Error | undefined; mutate: () => unknown; isValidating: boolean };
  /** What is loaded: `The versions`. */
  what: string;
  failureTitle?: string;
  children: (data: Data) => ReactNode;
}

/** What an endpoint answers: a skeleton before it, its failure with another try. */
export function Loaded<Data>({
  answer,
  what,
  failureTitle = `${what} could not be loaded`,
  children,
}: LoadedProps<Data>) {
  const { data, error, mutate, isValidating } = answer;
  if (data !== undefined) return children(data);
  if (error)
    return <ErrorState title={failureTitle} failure={error} onRetry={() => void mutate()} retrying={isValidating} />;
  return (
    <Loading label={`${what}: loading`}>
      <TextSkeleton lines={5} />
    </Loading>
  );
}
