import { chakra } from '@chakra-ui/react';
import { z } from 'zod';
import { ota } from '#core/ota/contract.ts';
import { type FirmwareVersion, shownPrice, UPGRADE_METHODS, UpgradeMethod } from '#core/ota/firmware-version.ts';
import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { MoreInformation } from '#web/shared/ota/more-information.tsx';

interface UpgradeDialogProps {
  UnitSerNum: string;
  /** Undefined: the unit has the current firmware. */
  offered: FirmwareVersion | undefined;
  onClose: () => void;
}

/** Offers the current firmware of the unit's model with its price and release notes. */
export function UpgradeDialog({ UnitSerNum, offered, onClose }: UpgradeDialogProps) {
  if (offered) return <Offer UnitSerNum={UnitSerNum} offered={offered} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title={`Update the firmware of ${UnitSerNum}`} size="md">
      <chakra.p>The unit has the current firmware. Nothing is offered to it.</chakra.p>
    </Dialog>
  );
}

const Schema = z.object({ Method: UpgradeMethod });
const METHOD_WORDS = { OTA: 'Over the air', USB: 'By USB cable' } as const;

function Offer({ UnitSerNum, offered, onClose }: Omit<UpgradeDialogProps, 'offered'> & { offered: FirmwareVersion }) {
  const { version, location, upgradePrice, announcement } = offered;
  const upgrade = useEndpointMutation(ota.upgradeFirmware, {
    success: ({ MessageKey }) =>
      MessageKey === undefined
        ? 'Connect the unit to a computer by its USB cable to update it'
        : 'Firmware will be updated on the next appropriate ping',
    refreshes: [unitConfiguration.syncQueue],
  });
  const form = useForm({
    schema: Schema,
    initial: { Method: UPGRADE_METHODS[0] },
    onSubmit: async ({ Method }) => {
      await upgrade.submit({ UnitSerNum, Version: version, Location: location, Method });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Update the firmware of ${UnitSerNum}`}
      formLabel="Update the firmware"
      submitLabel={`Update to ${version}`}
      description={announcement?.summary}
    >
      {announcement && announcement.details.length > 0 && (
        <chakra.ul ps="5" css={{ listStyleType: 'disc' }}>
          {announcement.details.map(({ type, text }) => (
            <li key={`${type} ${text}`}>
              <b>{type}</b>: {text}
            </li>
          ))}
        </chakra.ul>
      )}
      {announcement?.moreInfoLink && <MoreInformation href={announcement.moreInfoLink} />}
      <SelectField
        label="How"
        options={UPGRADE_METHODS.map((value) => ({
          value,
          label: `${METHOD_WORDS[value]}: ${shownPrice(upgradePrice, value)}`,
        }))}
        {...form.field('Method')}
      />
    </FormDialog>
  );
}
