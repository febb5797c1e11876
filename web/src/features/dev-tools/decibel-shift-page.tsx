import { Box, Flex, IconButton } from '@chakra-ui/react';
import { Minus, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { devTools } from '#core/dev-tools/contract.ts';
import { DECIBEL_STEP, type DecibelShift, isDecibelStep } from '#core/dev-tools/decibel.ts';
import { UNIT_MODELS, type UnitModel } from '#core/units/unit.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { DataTable } from '#web/components/data-table/data-table.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { useStable } from '#web/components/hooks/use-stable.ts';
import { Page } from '#web/components/page/page.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import { readOf } from '#web/lib/api/early-reads.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { useAddressParameters } from '#web/lib/page/use-address-parameters.ts';
import { useMay } from '#web/lib/session/session.tsx';

const modelAt = (parameters: URLSearchParams): UnitModel =>
  UNIT_MODELS.find((model) => model === parameters.get('model')) ?? UNIT_MODELS[0];

export const firstReads: FirstReads = (parameters) => [
  readOf(devTools.loadDecibelData, { model: modelAt(parameters) }),
];

/** How much louder or quieter than usual the levels of a model are. */
export default function DecibelShiftPage() {
  const { parameters, change } = useAddressParameters();
  const model = modelAt(parameters);
  const { data, error, mutate } = useEndpoint(devTools.loadDecibelData, { model });
  const saving = useEndpointMutation(devTools.saveSysRefValue, {
    success: ({ mnemonic, dB }) => `The level ${mnemonic} is shifted by ${dB} dB`,
    refreshes: [devTools.loadDecibelData],
  });
  const shift = useStable(({ mnemonic, dB }: DecibelShift, by: number) => {
    void saving.trigger({ newVal: dB + by, mnemonic, UnitModel: model });
  });
  const mayShift = useMay(devTools.saveSysRefValue.access);
  const columns = useMemo(() => columnsWith(shift, mayShift), [shift, mayShift]);
  return (
    <Page>
      <PageHeader
        title="Decibel shift"
        description={`The loudness of the levels of a model, changed by ${DECIBEL_STEP} dB at a time.`}
      />
      <Flex direction="column" gap="4" maxW="48rem">
        <Box w="14rem">
          <SelectField<UnitModel>
            name="model"
            label="Model"
            value={model}
            onChange={(next) => change({ model: next })}
            options={UNIT_MODELS.map((value) => ({ value, label: value }))}
          />
        </Box>
        <DataTable<DecibelShift>
          name="decibelShift"
          label="Levels"
          columns={columns}
          rows={data?.shifts}
          rowId={({ mnemonic }) => mnemonic}
          {...(error && { error: error.message, onRetry: () => void mutate() })}
          empty={{ title: 'No levels' }}
        />
      </Flex>
    </Page>
  );
}

function whyNotShifted({ dB }: DecibelShift, by: number, mayShift: boolean): string | undefined {
  if (!mayShift) return 'Only engineers of the root dealer shift levels';
  return isDecibelStep(dB, dB + by) ? undefined : `This is the ${by > 0 ? 'highest' : 'lowest'} shift`;
}

const columnsWith = (
  onShift: (shift: DecibelShift, by: number) => void,
  mayShift: boolean,
): readonly DataColumn<DecibelShift>[] => [
  { accessorKey: 'mnemonic', size: 130, meta: { label: 'Name', locked: true, card: 'title' } },
  { accessorKey: 'level', size: 90, meta: { label: 'Level', align: 'end' } },
  { accessorKey: 'dB', size: 90, meta: { label: 'dB', align: 'end' } },
  { accessorKey: 'scale', size: 110, meta: { label: 'Scale', align: 'end', grows: true } },
  {
    id: 'actions',
    size: 110,
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <Flex justify="flex-end">
        {([-DECIBEL_STEP, DECIBEL_STEP] as const).map((by) => (
          <DisabledReason key={by} reason={whyNotShifted(original, by, mayShift)}>
            <IconButton
              size="xs"
              variant="ghost"
              aria-label={`Shift ${original.mnemonic} by ${by > 0 ? 'plus' : 'minus'} ${DECIBEL_STEP} dB`}
              onClick={() => onShift(original, by)}
            >
              {by > 0 ? <Plus aria-hidden /> : <Minus aria-hidden />}
            </IconButton>
          </DisabledReason>
        ))}
      </Flex>
    ),
    meta: { label: 'Actions', locked: true, align: 'end', card: 'aside' },
  },
];
