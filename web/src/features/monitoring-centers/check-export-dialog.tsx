import { Button, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { AlarmExport } from '#core/monitoring-centers/alarm-export.ts';
import { alarmWords } from '#core/monitoring-centers/board.ts';
import { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { KeyValueList } from '#web/components/page/key-value-list.tsx';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { ExactTime } from '#web/components/text/relative-time.tsx';
import { FileDrop } from '#web/components/upload/file-drop.tsx';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { EXPORT_FILES, readExport } from './read-export.ts';

interface CheckExportDialogProps {
  open: boolean;
  onClose: () => void;
}

/** Says whether the portal has written a file with the export of an alarm, and nobody has changed it. */
export const CheckExportDialog = ({ open, onClose }: CheckExportDialogProps) => (
  <Dialog
    open={open}
    onClose={onClose}
    size="md"
    title="Check an export"
    description="Shows whether the portal has made the export of an alarm, and whether anybody has changed it since."
    footer={
      <Button variant="outline" onClick={onClose}>
        Done
      </Button>
    }
  >
    <ExportCheck />
  </Dialog>
);

interface Checked {
  file: string;
  /** Undefined if the file is not genuine: nothing that it says is shown then. */
  content: AlarmExport | undefined;
}

function ExportCheck() {
  const [problem, setProblem] = useState<string>();
  const [checked, setChecked] = useState<Checked>();
  const { trigger, isMutating } = useEndpointMutation(monitoringCenters.checkExport);
  const take = async (file: File) => {
    setChecked(undefined);
    const read = await readExport(file);
    setProblem('problem' in read ? read.problem : undefined);
    if ('problem' in read) return;
    const answer = await trigger(read.exported);
    if (answer) setChecked({ file: file.name, content: answer.genuine ? read.exported.content : undefined });
  };
  return (
    <>
      <FileDrop
        label={isMutating ? 'Checking the file' : 'The signed JSON file of an alarm'}
        rules={EXPORT_FILES}
        disabled={isMutating}
        onFile={(file) => void take(file)}
        {...(problem && { error: problem })}
      />
      <chakra.div role="status" mt={checked && '4'} display="grid" gap="3">
        {checked && <Result {...checked} />}
      </chakra.div>
    </>
  );
}

function Result({ file, content }: Checked) {
  if (!content)
    return (
      <>
        <span>
          <StatusBadge tone="danger" label="Not genuine" />
        </span>
        <chakra.p overflowWrap="anywhere">
          {`The portal has not made ${file}, or somebody has changed it since. Ask the sender for the file as it was saved.`}
        </chakra.p>
      </>
    );
  return (
    <>
      <span>
        <StatusBadge tone="ok" label="Genuine and unchanged" />
      </span>
      <KeyValueList
        items={[
          { label: 'File', value: file },
          { label: 'Unit', value: [content.UnitSerNum, content.unitID, content.UnitModel].filter(Boolean).join(', ') },
          { label: 'Dealer', value: content.DealerName },
          { label: 'Alarm', value: alarmWords(content.eventType) },
          { label: 'Raised', value: <ExactTime at={content.timeStamp} zone /> },
          { label: 'Exported', value: <ExactTime at={content.exportedAt} zone /> },
          { label: 'Exported by', value: content.exportedBy },
        ]}
      />
    </>
  );
}
