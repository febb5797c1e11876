import { support } from '#core/support/contract.ts';
import { Page } from '#web/components/page/page.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { readOf } from '#web/lib/api/early-reads.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { Library } from './library.tsx';

export const firstReads: FirstReads = () => [readOf(support.downloads, {})];

/** Manuals, programs and other files for people who work with units. */
export default function DownloadsPage() {
  return (
    <Page>
      <PageHeader title="Downloads" description="Manuals, programs and other files. Links open in a new tab." />
      <Library kind="download" />
    </Page>
  );
}
