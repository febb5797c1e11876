import { SimpleGrid } from '@chakra-ui/react';
import { orders } from '#core/orders/contract.ts';
import { ShippingLocationInput } from '#core/orders/order.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { call, type Output } from '#web/lib/api/api.ts';
import { showOrderFailure } from './show-order-failure.ts';

const EMPTY = { attention: '', address1: '', address2: '', city: '', state: '', zipCode: '' };

interface LocationDialogProps {
  usualCountry: string;
  onAdded: (added: Output<typeof orders.addLocation>) => void;
  onClose: () => void;
}

/** Adds a shipping location of the dealer. */
export function LocationDialog({ usualCountry, onAdded, onClose }: LocationDialogProps) {
  const form = useForm({
    schema: ShippingLocationInput,
    initial: { ...EMPTY, country: usualCountry },
    onSubmit: async (input) => {
      try {
        onAdded(await call(orders.addLocation, input));
      } catch (error) {
        showOrderFailure('Something went wrong please try again.', error);
        throw error;
      }
      onClose();
    },
  });
  return (
    <FormDialog
      title="Add an address"
      formLabel="Shipping location"
      form={form}
      submitLabel="Add address"
      onClose={onClose}
    >
      <TextField label="Attention to" maxLength={100} {...form.field('attention')} />
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <TextField label="Address" maxLength={100} {...form.field('address1')} />
        <TextField label="Address, second line" maxLength={100} {...form.field('address2')} />
        <TextField label="City" maxLength={100} {...form.field('city')} />
        <TextField label="State" maxLength={100} {...form.field('state')} />
        <TextField label="ZIP code" maxLength={15} {...form.field('zipCode')} />
        <TextField label="Country" maxLength={100} {...form.field('country')} />
      </SimpleGrid>
    </FormDialog>
  );
}
