import { chakra } from '@chakra-ui/react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import type { Order } from '#core/orders/order.ts';
import { unitCount } from '#core/units/unit-count.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { CheckboxField } from '#web/components/form/toggle-fields.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { call } from '#web/lib/api/api.ts';
import { showSuccess } from '#web/lib/messages/show.ts';
import { paths } from '#web/lib/page/paths.ts';

const Schema = z.object({ deactivateOldSim: z.boolean() });

/** Asks before the Verizon SIMs of the units of an order are activated. The bulk actions that do it show their progress. */
export function MakeVerizonDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const navigate = useNavigate();
  const form = useForm({
    schema: Schema,
    initial: { deactivateOldSim: false },
    onSubmit: async ({ deactivateOldSim }) => {
      let units = 0;
      // A bulk action has at most 1,000 units, an order many more.
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const started = await call(bulkActions.massActivation, {
          ...{ orderKeySudo: order.orderKey, deactivateOldSim },
          ...(cursor && { cursor }),
        });
        units += started.bulkAction.total;
        cursor = started.cursor;
      }
      showSuccess(`The activation of ${unitCount(units)} has started`);
      onClose();
      void navigate(paths.bulkActions);
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      size="sm"
      title={`Make the units of order ${order.OrderNumber} Verizon?`}
      formLabel="make Verizon"
      submitLabel="make Verizon"
    >
      <chakra.p>
        The Verizon SIM of each allotted MXD-LTE unit is activated. An activation fee applies to each of them.
      </chakra.p>
      <CheckboxField
        label="Deactivate the old SIMs"
        help="Each is deactivated after its unit has logged in over Verizon. An activation fee applies when it is activated again."
        {...form.field('deactivateOldSim')}
      />
    </FormDialog>
  );
}
