import { Button, chakra, SimpleGrid } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { dealerSettings } from '#core/dealer-settings/contract.ts';
import { type KeptAddress, ShippingAddress } from '#core/dealer-settings/shipping.ts';
import { ACTIONS } from '#core/severity.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { TextAreaField } from '#web/components/form/text-area-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { EntryActions } from '#web/components/menu/entry-actions.tsx';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { Entry, None, Section } from './section.tsx';
import { REFRESHES, type Settings } from './use-settings.ts';

/** The shipping addresses of orders. */
export function ShippingSection({ settings }: { settings: Settings }) {
  const [edited, setEdited] = useState<KeptAddress | 'new'>();
  const remove = useEndpointMutation(dealerSettings.deleteShipping, { refreshes: REFRESHES });
  const confirm = useConfirm();
  const ask = async (address: KeptAddress) => {
    const sure = await confirm({
      title: `Delete the shipping address ${address.AttentionTo}?`,
      consequence: `${address.Address1}, ${address.City}. Orders that were placed keep it.`,
      actionLabel: 'Delete address',
      ...ACTIONS.deleteShippingAddress,
    });
    if (sure) await remove.trigger({ shippingKey: address.shippingKey });
  };
  const { ShippingAddresses } = settings;
  return (
    <Section
      title="Shipping addresses"
      action={
        <Button size="sm" variant="outline" onClick={() => setEdited('new')}>
          <Plus size={15} aria-hidden />
          Add address
        </Button>
      }
    >
      {ShippingAddresses.length === 0 && <None>No address yet.</None>}
      <ul>
        {ShippingAddresses.map((address) => (
          <Entry
            key={address.shippingKey}
            actions={
              <EntryActions
                name={address.AttentionTo}
                onEdit={() => setEdited(address)}
                onDelete={() => void ask(address)}
              />
            }
          >
            <chakra.span fontWeight="600">{address.AttentionTo}</chakra.span>
            <chakra.p color="fg.muted">
              {[address.Address1, address.Address2, address.City, `${address.State} ${address.Zip}`, address.Country]
                .filter((part) => part.trim() !== '')
                .join(', ')}
            </chakra.p>
            {address.Notes && <chakra.p color="fg.muted">{address.Notes}</chakra.p>}
          </Entry>
        ))}
      </ul>
      {edited && <AddressDialog address={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
    </Section>
  );
}

const EMPTY = { AttentionTo: '', Address1: '', Address2: '', City: '', State: '', Zip: '', Country: '', Notes: '' };

function AddressDialog({ address, onClose }: { address: KeptAddress | undefined; onClose: () => void }) {
  const options = { success: 'Preferences Updated!', refreshes: REFRESHES };
  const add = useEndpointMutation(dealerSettings.addShipping, options);
  const update = useEndpointMutation(dealerSettings.updateShipping, options);
  const form = useForm({
    schema: ShippingAddress,
    initial: { ...EMPTY, ...address },
    requireChange: address !== undefined,
    onSubmit: async (input) => {
      if (address) await update.submit({ ...input, shippingKey: address.shippingKey });
      else await add.submit(input);
      onClose();
    },
  });
  return (
    <FormDialog
      title={address ? 'Edit shipping address' : 'New shipping address'}
      form={form}
      submitLabel={address ? 'Save address' : 'Add address'}
      onClose={onClose}
    >
      <TextField label="Attention to" maxLength={100} {...form.field('AttentionTo')} />
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <TextField label="Address" maxLength={100} {...form.field('Address1')} />
        <TextField label="Address, second line" maxLength={100} {...form.field('Address2')} />
        <TextField label="City" maxLength={100} {...form.field('City')} />
        <TextField label="State" maxLength={100} {...form.field('State')} />
        <TextField label="ZIP code" maxLength={15} {...form.field('Zip')} />
        <TextField label="Country" maxLength={100} {...form.field('Country')} />
      </SimpleGrid>
      <TextAreaField label="Notes" rows={2} maxLength={500} {...form.field('Notes')} />
    </FormDialog>
  );
}
