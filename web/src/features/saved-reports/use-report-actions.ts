import { CalendarClock, CalendarOff, Pencil, Send, Trash2 } from 'lucide-react';
import { REPORT_SHARERS } from '#core/saved-reports/access.ts';
import { savedReports } from '#core/saved-reports/contract.ts';
import type { SavedReport } from '#core/saved-reports/saved-report.ts';
import { ACTIONS } from '#core/severity.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { useStable } from '#web/components/hooks/use-stable.ts';
import type { ActionItem } from '#web/components/menu/action-item.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { useMay, useSession } from '#web/lib/session/session.tsx';

interface Opened {
  onMail: (report: SavedReport) => void;
  onRename: (report: SavedReport) => void;
}

const NOT_YOURS = 'It is shared: who changes units may change it';
const NO_MAIL = 'Set up its mail first';

/** What can be done with a saved report. */
export function useReportActions({ onMail, onRename }: Opened): (report: SavedReport) => ActionItem[] {
  const confirm = useConfirm();
  const mayShare = useMay(REPORT_SHARERS);
  const refreshes = [savedReports.list];
  const sending = useEndpointMutation(savedReports.sendNow, { success: 'The report is being sent', refreshes });
  const { user } = useSession();
  const stopping = useEndpointMutation(savedReports.stopMail, { success: 'The mail is switched off', refreshes });
  const removal = useEndpointMutation(savedReports.remove, { success: 'Report deleted', refreshes });

  const remove = async ({ reportId, name, mail, shared }: SavedReport) => {
    const sure = await confirm({
      title: `Delete ${name}?`,
      consequence: `${shared ? 'All people of the dealer lose it. ' : ''}${mail?.active ? 'It is mailed no more.' : 'The report itself stays.'}`,
      actionLabel: 'Delete report',
      ...ACTIONS.deleteRecord,
    });
    if (sure) await removal.trigger({ reportId });
  };

  return useStable((report: SavedReport) => {
    const { reportId, mail, shared } = report;
    const locked = shared && !mayShare ? { disabledReason: NOT_YOURS } : {};
    return [
      { id: 'mail', label: 'Send by mail', icon: CalendarClock, run: () => onMail(report) },
      {
        ...{ id: 'now', label: 'Send now', icon: Send },
        ...(mail ? {} : { disabledReason: NO_MAIL }),
        run: () => void sending.trigger({ reportId }),
      },
      ...(mail?.active
        ? [
            {
              ...{ id: 'off', label: 'Switch the mail off', icon: CalendarOff },
              run: () => void stopping.trigger({ reportId, UserKey: user.user }),
            },
          ]
        : []),
      {
        ...{ id: 'rename', label: 'Rename report', icon: Pencil, startsGroup: true, ...locked },
        run: () => onRename(report),
      },
      {
        ...{ id: 'delete', label: 'Delete report', icon: Trash2, tone: 'danger' as const, ...locked },
        run: () => void remove(report),
      },
    ];
  });
}
