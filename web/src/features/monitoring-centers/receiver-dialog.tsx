import { Button, chakra, Text } from '@chakra-ui/react';
import { useState } from 'react';
import type { MonitoringCenter } from '#core/monitoring-centers/center.ts';
import { accountOf } from '#core/monitoring-centers/contact-id.ts';
import { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import { RECEIVER_KINDS, type Receiver, ReceiverInput, type ReceiverKind } from '#core/monitoring-centers/receiver.ts';
import { ACTIONS } from '#core/severity.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { PasswordField } from '#web/components/form/password-field.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { RelativeTime } from '#web/components/text/relative-time.tsx';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';

const OPTIONS = Object.entries(RECEIVER_KINDS).map(([value, label]) => ({ value: value as ReceiverKind, label }));

/** Serial numbers with and without letters beyond F, so that people know both forms of accounts. */
const EXAMPLES = ['A1B2C3', 'W1X2Y3'];

const WEB = {
  example: 'https://receiver.example.net/alarms',
  key: 'At least 32 characters. The receiver knows the portal by it. It is never shown',
};
/** An example of an address and what the key is, by the protocol. */
const ABOUT: Readonly<Record<ReceiverKind, { example: string; key: string; staysAtServer: boolean }>> = {
  dc09: {
    example: 'receiver.example.net:12000',
    key: '32, 48 or 64 hexadecimal digits, from the centre. It is never shown',
    staysAtServer: false,
  },
  scaip: { ...WEB, staysAtServer: true },
  sip: {
    example: 'sips:alarms@receiver.example.net:5061',
    key: 'User name and password from the centre, as name:password. They are never shown',
    staysAtServer: true,
  },
  webhook: { ...WEB, staysAtServer: false },
};

const KEEPS_KEY = {
  everywhere: 'Leave it empty to keep the present key. It is never shown',
  atServer: 'Leave it empty to keep the present key, unless an address changes to another server. It is never shown',
};

interface ReceiverDialogProps {
  center: MonitoringCenter;
  onClose: () => void;
}

/** Sets where a monitoring centre takes alarms. */
export function ReceiverDialog({ center, onClose }: ReceiverDialogProps) {
  const { data } = useEndpoint(monitoringCenters.receiver, { mcKey: center.mcKey });
  return data && <ReceiverForm center={center} receiver={data.receiver} onClose={onClose} />;
}

function ReceiverForm({ center, receiver, onClose }: ReceiverDialogProps & { receiver: Receiver | undefined }) {
  const [opened] = useState(receiver);
  const { mcKey } = center;
  const refreshes = [monitoringCenters.receiver];
  const set = useEndpointMutation(monitoringCenters.setReceiver, {
    refreshes,
    success: 'The receiver was saved, and is tested now',
  });
  const confirm = useConfirm();
  const remove = useEndpointMutation(monitoringCenters.removeReceiver, {
    refreshes,
    success: 'The receiver was removed',
  });
  const stop = async (version: number) => {
    const sure = await confirm({
      title: `Remove the receiver of ${center.name}?`,
      consequence: 'Its centre then gets no alarms from the portal.',
      actionLabel: 'Remove receiver',
      ...ACTIONS.deleteRecord,
    });
    if (sure && (await remove.trigger({ mcKey, version }))) onClose();
  };
  const form = useForm({
    schema: ReceiverInput,
    initial: opened
      ? { kind: opened.kind, main: opened.main, second: opened.second, accountPrefix: opened.accountPrefix, secret: '' }
      : { second: '', accountPrefix: '', secret: '' },
    requireChange: opened !== undefined,
    onSubmit: async (entered) => {
      await set.submit({ ...entered, mcKey, version: opened?.version ?? 0 });
      onClose();
    },
  });
  const prefix = (form.values.accountPrefix ?? '').trim().toUpperCase();
  const { example, key, staysAtServer } = ABOUT[form.values.kind ?? 'dc09'];
  // A key belongs to its protocol: another one needs a new key.
  const keeps = opened !== undefined && opened.kind === form.values.kind;
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Receiver of ${center.name}`}
      formLabel="Receiver"
      submitLabel="Save receiver"
      below={
        opened && (
          <Button variant="outline" size="sm" alignSelf="flex-start" mt="4" onClick={() => void stop(opened.version)}>
            Remove receiver
          </Button>
        )
      }
    >
      <Text color="fg.muted">
        Alarms of units of dealers with this centre are sent to its receiver until it acknowledges them.
      </Text>
      {opened && <ReceiverTests receiver={opened} />}
      <SelectField label="Protocol of the receiver" {...form.field('kind')} options={OPTIONS} />
      <TextField label="Address" placeholder={example} identifier maxLength={200} {...form.field('main')} />
      <TextField
        label="Second address"
        help="Tried when the first one does not answer"
        identifier
        maxLength={200}
        {...form.field('second')}
      />
      <TextField
        label="Account prefix"
        help={`Comes before the account of each unit. ${EXAMPLES.map((unit) => `Unit ${unit}: ${accountOf(prefix, unit)}`).join(', ')}`}
        identifier
        maxLength={6}
        {...form.field('accountPrefix')}
      />
      <PasswordField
        label="Key"
        help={keeps ? KEEPS_KEY[staysAtServer ? 'atServer' : 'everywhere'] : key}
        autoComplete="new-password"
        {...form.field('secret')}
      />
    </FormDialog>
  );
}

/** How the last test of each address ended. */
const ReceiverTests = ({ receiver: { second, tests } }: { receiver: Receiver }) => (
  <chakra.ul display="grid" gap="1" aria-label="Last tests">
    {(['main', 'second'] as const)
      .filter((place) => place === 'main' || second !== '')
      .map((place) => {
        const test = tests[place];
        return (
          <chakra.li key={place} display="flex" gap="2" alignItems="baseline" flexWrap="wrap">
            <chakra.span>{place === 'main' ? 'Address' : 'Second address'}</chakra.span>
            <StatusBadge
              tone={test ? (test.ok ? 'ok' : 'danger') : 'muted'}
              label={test ? (test.ok ? 'Test passed' : 'Test failed') : 'Not tested yet'}
              look="plain"
            />
            {test && (
              <chakra.span color="fg.muted">
                <RelativeTime at={test.at} />
                {` · ${test.detail}`}
              </chakra.span>
            )}
          </chakra.li>
        );
      })}
  </chakra.ul>
);
