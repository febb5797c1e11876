import { useEffect, useRef } from 'react';
import { savedReports } from '#core/saved-reports/contract.ts';
import { ACTIONS } from '#core/severity.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { useAddressParameters } from '#web/lib/page/use-address-parameters.ts';

/** Asks whether to stop a mail, where the link of the mail leads here. */
export function useStopQuestion(): void {
  const { parameters, change } = useAddressParameters();
  const confirm = useConfirm();
  const stop = useEndpointMutation(savedReports.stopMail, {
    success: 'You do not get this report by mail any more',
    refreshes: [savedReports.list],
  });
  const [reportId, UserKey] = [parameters.get('stop'), parameters.get('of')];
  const asked = useRef(false);
  useEffect(() => {
    if (!reportId || !UserKey || asked.current) return;
    asked.current = true;
    void confirm({
      title: 'Stop this report?',
      consequence: 'You do not get it by mail any more. If you have set it up, nobody does.',
      actionLabel: 'Stop the mail',
      ...ACTIONS.stopReportMail,
    }).then(async (sure) => {
      if (sure) await stop.trigger({ reportId, UserKey });
      change({ stop: undefined, of: undefined });
    });
  });
}
