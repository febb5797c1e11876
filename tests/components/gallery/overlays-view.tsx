import { Button, Flex, Heading } from '@chakra-ui/react';
import { useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { EmailListField } from '#web/components/form/email-list-field.tsx';
import { SearchSelectField } from '#web/components/form/search-select-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { toastFailure, toastNotice, toastSuccess, toastWarning } from '#web/components/messages/toaster.tsx';
import { RelativeTime } from '#web/components/text/relative-time.tsx';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import { Tooltip } from '#web/components/tooltip/tooltip.tsx';

export function OverlaysView() {
  const confirm = useConfirm();
  const [answer, setAnswer] = useState('');
  const [open, setOpen] = useState(false);
  const [zoneOpen, setZoneOpen] = useState(false);
  return (
    <Flex direction="column" gap="4" align="flex-start">
      <Heading as="h1" textStyle="pageTitle">
        Overlays
      </Heading>
      <Button
        colorPalette="danger"
        onClick={async () =>
          setAnswer(
            String(
              await confirm({
                title: 'Deactivate SIM 8901 2600 0079 1900?',
                consequence: 'The unit 400123 loses its connection at once. Nobody can call for help with it.',
                acknowledgements: [
                  'The unit becomes inoperable and can no longer be reached',
                  'Reactivating costs an activation fee',
                  'The caller ID changes',
                ],
                actionLabel: 'Deactivate SIM',
                severity: 'stopsHelp',
              }),
            ),
          )
        }
      >
        Deactivate SIM
      </Button>
      <Button
        variant="outline"
        onClick={async () =>
          setAnswer(
            String(
              await confirm({
                title: 'Turn on the report of unit 400123?',
                consequence: 'It is listed in the daily report from tomorrow on.',
                actionLabel: 'Turn on',
                severity: 'reversible',
                silenceKey: 'gallery',
              }),
            ),
          )
        }
      >
        Toggle report
      </Button>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Open dialog
      </Button>
      <Button
        variant="outline"
        onClick={() => {
          toastSuccess({ title: 'Preferences Updated!', duration: 60_000 });
          toastNotice({ title: 'The unit answered', description: 'BAT 87 %, RSSI -71 dBm', duration: 60_000 });
          toastWarning({
            title: 'It changed meanwhile',
            description: 'Somebody else saved this customer.',
            duration: 60_000,
          });
          toastFailure({
            title: 'Something went wrong',
            description: 'The carrier did not answer (reference 4f1c)',
            duration: 60_000,
            action: { label: 'Try again', run: () => setAnswer('tried') },
          });
        }}
      >
        Show toasts
      </Button>
      <Tooltip content="Opens after a rest of a second and a half">
        <Button variant="outline">Hint</Button>
      </Tooltip>
      <DisabledReason reason="The unit is not connected">
        <Button variant="outline">Reset the unit</Button>
      </DisabledReason>
      <RelativeTime at="2026-11-21T21:05:00Z" />
      <Button variant="outline" onClick={() => setZoneOpen(true)}>
        New zone
      </Button>
      <Link to="/parts">Leave</Link>
      {zoneOpen && <ZoneDialog onClose={() => setZoneOpen(false)} />}
      <output data-testid="answer">{answer}</output>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Move RF zone"
        description="Zone 3 of unit 400123"
        footer={
          <>
            <Button variant="outline" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button onClick={() => setOpen(false)}>Move zone</Button>
          </>
        }
      >
        The zone keeps its label and its battery history.
      </Dialog>
    </Flex>
  );
}

const Zone = z.object({ label: z.string().min(1), sensor: z.number().optional(), contacts: z.array(z.string()) });

const SENSORS = Array.from({ length: 40 }, (_, index) => ({ value: index, label: `Sensor ${index + 1}` }));

function ZoneDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    schema: Zone,
    initial: { label: '', contacts: [] },
    onSubmit: async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      onClose();
    },
  });
  return (
    <FormDialog title="New zone" form={form} submitLabel="Add zone" onClose={onClose}>
      <TextField label="Label" {...form.field('label')} />
      <EmailListField label="Contacts" {...form.field('contacts')} />
      <SearchSelectField label="Sensor" options={SENSORS} {...form.field('sensor')} />
    </FormDialog>
  );
}
