import type { AlarmKey } from '#core/monitoring-centers/alarm.ts';
import { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import { download } from '#web/components/data-table/export-csv.ts';
import { ActionsMenu } from '#web/components/menu/actions-menu.tsx';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { saveText } from '#web/lib/messages/save-text.ts';
import { showFailure } from '#web/lib/messages/show.ts';
import { useMay } from '#web/lib/session/session.tsx';

/** Saves everything about an alarm as a file. */
export function ExportMenu({ event }: { event: AlarmKey & { eventType: string } }) {
  const isOperator = useMay(monitoringCenters.operatorExport.access);
  const endpoint = isOperator ? monitoringCenters.operatorExport : monitoringCenters.exportAlarm;
  const { trigger } = useEndpointMutation<typeof endpoint>(endpoint);
  const { UnitSerNum, timeStamp, sequence, eventType } = event;
  const name = `alarm-${UnitSerNum}-${timeStamp.slice(0, 19).replaceAll(':', '-')}`;
  const read = () => trigger({ UnitSerNum, timeStamp, sequence });
  const savePdf = async () => {
    const exported = await read();
    if (!exported) return;
    const { alarmPdf } = await import('./alarm-pdf.ts');
    download(`${name}.pdf`, new Blob([new Uint8Array(await alarmPdf(exported))], { type: 'application/pdf' }));
  };
  const saveJson = async () => {
    const exported = await read();
    if (exported) saveText(`${name}.json`, `${JSON.stringify(exported, null, 2)}\n`, 'application/json');
  };
  return (
    <ActionsMenu
      label={`More about ${eventType}`}
      iconOnly
      items={[
        { id: 'pdf', label: 'Export as PDF', run: () => void savePdf().catch(showFailure) },
        { id: 'json', label: 'Export as signed JSON', run: () => void saveJson() },
      ]}
    />
  );
}
