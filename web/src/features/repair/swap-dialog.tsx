import { Text } from '@chakra-ui/react';
import { z } from 'zod';
import { swapRefusal } from '#core/repair/board-swap.ts';
import { repair } from '#core/repair/contract.ts';
import type { RepairUnit } from '#core/repair/repair-unit.ts';
import { ACTIONS } from '#core/severity.ts';
import { DEFAULT_UNIT_MODEL, SerialNumber, UNIT_STATUS } from '#core/units/unit.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { KeyValueList } from '#web/components/page/key-value-list.tsx';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';

/** Gives the unit the board of a spare unit, whose serial number is typed. */
export function SwapDialog({ unit, onClose }: { unit: RepairUnit; onClose: () => void }) {
  const confirm = useConfirm();
  const swap = useEndpointMutation(repair.swapBoard, { refreshes: [repair.unit], success: 'The boards were swapped' });
  const form = useForm({
    schema: z.object({ SpareSerNum: SerialNumber }),
    initial: { SpareSerNum: '' },
    onSubmit: async ({ SpareSerNum }) => {
      if (!spare || !(await confirm(questionFor(unit, spare)))) return false;
      await swap.submit({ UnitSerNum: unit.UnitSerNum, IMEI: unit.IMEI, SpareSerNum, SpareIMEI: spare.IMEI });
      return onClose();
    },
  });
  const typed = SerialNumber.safeParse(form.values.SpareSerNum);
  const { data, error } = useEndpoint(repair.unit, typed.success ? { serial: typed.data } : null);
  const spare = typed.success && data?.UnitSerNum === typed.data ? data : undefined;
  const refusal = spare && swapRefusal(unit, spare);
  return (
    <FormDialog
      title={`Swap the board of ${unit.UnitSerNum}`}
      description="The unit gets the board of a spare unit, with its IMEI and SIMs. The spare unit gets the board of this unit."
      form={form}
      submitLabel="Swap the boards"
      disabledReason={spare ? refusal : 'Enter the serial number of a spare unit first'}
      onClose={onClose}
    >
      <TextField
        label="Serial number of the spare unit"
        help="6 letters or digits"
        maxLength={6}
        identifier
        {...form.field('SpareSerNum')}
      />
      <Text aria-live="polite" color="fg.muted">
        {typed.success && !spare ? error?.message : refusal}
      </Text>
      {spare && <KeyValueList items={factsOf(spare)} />}
    </FormDialog>
  );
}

const factsOf = (spare: RepairUnit) => [
  { label: 'Model', value: spare.UnitModel },
  { label: 'Status', value: UNIT_STATUS[spare.UnitStatus] },
  { label: 'Dealer', value: spare.DealerName },
  { label: 'IMEI', value: spare.IMEI },
  { label: 'ICCID of SIM 1', value: spare.ICCID1 },
  { label: 'ICCID of SIM 2', value: spare.ICCID2 },
];

const questionFor = (unit: RepairUnit, spare: RepairUnit) =>
  ({
    title: `Swap the boards of ${unit.UnitSerNum} and ${spare.UnitSerNum}?`,
    consequence: `${unit.UnitSerNum} gets the IMEI ${spare.IMEI} and the SIMs of that board. Its serial number, dealer, customer and configuration stay.${unit.UnitModel === DEFAULT_UNIT_MODEL ? '' : ' Both units forget the home Wi-Fi that their boards bring along.'} The secrets of both units are withdrawn: each connects again only when it has a new secret, which the page of the unit gives.`,
    actionLabel: 'Swap the boards',
    ...ACTIONS.swapBoard,
  }) as const;
