import { BookmarkPlus } from 'lucide-react';
import { useState } from 'react';
import { type ReportListName, reportListOf } from '#core/reports/lists.ts';
import { parametersToSave } from '#core/saved-reports/saved-parameters.ts';
import { PageAction } from '#web/components/page/page-action.tsx';
import { useTimeStyle } from '#web/components/text/time-style.tsx';
import { SaveReportDialog } from './save-report-dialog.tsx';

interface SaveReportProps {
  list: ReportListName;
  /** The address of the report now. */
  address: URLSearchParams;
}

/** The button that keeps a report with its filters. */
export function SaveReport({ list, address }: SaveReportProps) {
  const [isOpen, setOpen] = useState(false);
  const { timeZone } = useTimeStyle();
  const known = reportListOf(list);
  const parameters = parametersToSave(known, address, { timeZone, now: Date.now() });
  return (
    <>
      <PageAction
        label="Save report"
        icon={BookmarkPlus}
        variant="outline"
        onClick={() => setOpen(true)}
        disabledReason={parameters ? undefined : 'Choose days that can be read first'}
      />
      {isOpen && parameters && (
        <SaveReportDialog
          list={list}
          title={known.report.title}
          parameters={parameters}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
