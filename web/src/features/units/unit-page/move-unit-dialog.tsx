import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { z } from 'zod';
import { DealerKey } from '#core/dealers/dealer.ts';
import { units } from '#core/units/contract.ts';
import type { Unit } from '#core/units/unit.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { NewDealerField } from '#web/shared/dealers/new-dealer-field.tsx';

interface MoveUnitDialogProps {
  unit: Unit;
  onClose: () => void;
}

const Schema = z.object({ NewDealerKey: DealerKey });

/** Moves a unit to a sub-dealer, or to another dealer that the person sees. */
export function MoveUnitDialog({ unit: opened, onClose }: MoveUnitDialogProps) {
  // The page behind the dialog can read a newer unit. What the person decided on stays what it was.
  const [{ UnitSerNum, DealerKey: UnitDealerKey, DealerName }] = useState(opened);
  const move = useEndpointMutation(units.moveToSubDealer, {
    success: (moved) => `Successfully moved unit to ${moved.DealerName}`,
    refreshes: [units.get, units.list],
  });
  const form = useForm({
    schema: Schema,
    initial: {},
    onSubmit: async ({ NewDealerKey }) => {
      await move.submit({ UnitSerNum, UnitDealerKey, NewDealerKey });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      size="sm"
      title={`Move ${UnitSerNum} to a sub-dealer`}
      formLabel="Move the unit"
      submitLabel="Move unit"
    >
      <NewDealerField
        {...form.field('NewDealerKey')}
        help={`${DealerName} has the unit now.`}
        formerDealer={UnitDealerKey}
      />
      <chakra.p color="fg.muted" textWrap="pretty">
        The unit keeps its configuration. Its customer and its caregivers stay with the former dealer, its reminders and
        own texts are deleted, and the new dealer sees nothing of its history. If the new dealer requires a proof, a
        unit without a secret cannot connect again.
      </chakra.p>
    </FormDialog>
  );
}
