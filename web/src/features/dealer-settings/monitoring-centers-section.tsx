import { Button, chakra } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { DealerMonitoringCenter, MONITORING_CENTER_TAKEN } from '#core/dealer-settings/monitoring-centers.ts';
import { AppError } from '#core/errors.ts';
import { nameSkeleton } from '#core/name-skeleton.ts';
import { ACTIONS } from '#core/severity.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { formatPhone } from '#web/components/form/phone.ts';
import { PhoneField } from '#web/components/form/phone-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { EntryActions } from '#web/components/menu/entry-actions.tsx';
import { WORDS } from '#web/lib/api/generic-words.ts';
import { showUndoable } from '#web/lib/messages/show.ts';
import { Entry, None, Section } from './section.tsx';
import { type Settings, useDetailsChange } from './use-settings.ts';

/** The centres that the dealer's units call. */
export function MonitoringCentersSection({ settings }: { settings: Settings }) {
  const { MonitoringCenters: centers } = settings;
  const [edited, setEdited] = useState<DealerMonitoringCenter | 'new'>();
  const confirm = useConfirm();
  const { trigger } = useDetailsChange(WORDS.preferencesKept);
  const replace = (old: readonly DealerMonitoringCenter[], by: readonly DealerMonitoringCenter[]) =>
    trigger({ old: { MonitoringCenters: [...old] }, new: { MonitoringCenters: [...by] } });
  const ask = async (center: DealerMonitoringCenter) => {
    const sure = await confirm({
      title: `Delete the monitoring centre ${center.name}?`,
      actionLabel: 'Delete centre',
      ...ACTIONS.deleteMonitoringCenter,
    });
    const left = centers.filter((one) => one !== center);
    if (sure && (await replace(centers, left))) showUndoable(WORDS.preferencesKept, () => replace(left, centers));
  };
  return (
    <Section
      title="Monitoring centres"
      action={
        <Button size="sm" variant="outline" onClick={() => setEdited('new')}>
          <Plus size={15} aria-hidden />
          Add centre
        </Button>
      }
    >
      {centers.length === 0 && <None>No monitoring centre yet.</None>}
      <ul>
        {centers.map((center) => (
          <Entry
            key={center.name}
            actions={
              <EntryActions name={center.name} onEdit={() => setEdited(center)} onDelete={() => void ask(center)} />
            }
          >
            <chakra.span fontWeight="600">{center.name}</chakra.span>
            <chakra.p color="fg.muted">
              {[formatPhone(center.phoneNumber), center.accountNumber && `account ${center.accountNumber}`]
                .filter(Boolean)
                .join(' · ')}
            </chakra.p>
          </Entry>
        ))}
      </ul>
      {edited && (
        <CenterDialog
          center={edited === 'new' ? undefined : edited}
          centers={centers}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Section>
  );
}

interface CenterDialogProps {
  center: DealerMonitoringCenter | undefined;
  centers: readonly DealerMonitoringCenter[];
  onClose: () => void;
}

function CenterDialog({ center, centers, onClose }: CenterDialogProps) {
  const { submit } = useDetailsChange('Preferences Updated!');
  const form = useForm({
    schema: DealerMonitoringCenter,
    initial: center ?? { name: '', phoneNumber: '', accountNumber: '' },
    requireChange: center !== undefined,
    onSubmit: async (input) => {
      const others = centers.filter((one) => one !== center);
      const isNew = input.name !== center?.name;
      if (isNew && others.some(({ name }) => nameSkeleton(name) === nameSkeleton(input.name)))
        throw new AppError('INVALID', MONITORING_CENTER_TAKEN, [{ path: 'name', message: MONITORING_CENTER_TAKEN }]);
      const next = center ? centers.map((one) => (one === center ? input : one)) : [...centers, input];
      await submit({ old: { MonitoringCenters: [...centers] }, new: { MonitoringCenters: next } });
      onClose();
    },
  });
  return (
    <FormDialog
      title={center ? 'Edit monitoring centre' : 'New monitoring centre'}
      form={form}
      submitLabel={center ? 'Save centre' : 'Add centre'}
      onClose={onClose}
    >
      <TextField label="Name" maxLength={100} {...form.field('name')} />
      <PhoneField label="Phone number" {...form.field('phoneNumber')} />
      <TextField label="Account number" identifier maxLength={40} {...form.field('accountNumber')} />
    </FormDialog>
  );
}
