import { Component, type ReactNode } from 'react';
import { RequestError } from '#web/lib/api/request-error.ts';
import { PageFailure } from './page-failure.tsx';
import { wordsFor } from './page-failure-words.ts';

interface PageBoundaryProps {
  /** Called to retry if rendering the children again is not enough. */
  onRetry?: () => void;
  children: ReactNode;
}

/** Limits a failure to its page: the rest of the portal works on, and the page can be retried. */
export class PageBoundary extends Component<PageBoundaryProps, { error: unknown; failed: boolean }> {
  override state = { error: undefined, failed: false };

  /** The number of retries. */
  tries = 0;

  retry = () => {
    this.tries += 1;
    if (this.props.onRetry) this.props.onRetry();
    else this.setState({ error: undefined, failed: false });
  };

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const error: unknown = this.state.error;
    return (
      <PageFailure
        message={wordsFor(error, this.tries)}
        reference={error instanceof RequestError ? error.correlationId : undefined}
        onRetry={this.retry}
      />
    );
  }
}
