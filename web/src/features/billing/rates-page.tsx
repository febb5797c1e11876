import { SimpleGrid } from '@chakra-ui/react';
import type { z } from 'zod';
import { billing } from '#core/billing/contract.ts';
import { BillingRateInput, CHARGE_TYPES } from '#core/billing/rates.ts';
import { shownCents } from '#core/money.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { DateField } from '#web/components/form/date-field.tsx';
import { NumberField } from '#web/components/form/number-field.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { Day } from '#web/components/text/relative-time.tsx';
import type { Output } from '#web/lib/api/api.ts';
import { firstReadsOfRecords, RecordsPage } from '#web/lib/records/records-page.tsx';
import { DealerField } from '#web/shared/dealers/dealer-field.tsx';
import { moneyColumn } from './money-column.ts';

type Rate = Output<typeof billing.rates>['items'][number];

const TABLE = 'billingRates';
const ENDPOINTS = {
  list: billing.rates,
  add: billing.addRate,
  update: billing.updateRate,
  remove: billing.removeRate,
} as const;
const TYPES = CHARGE_TYPES.map((value) => ({ value, label: value }));
const MODELS = UNIT_MODELS.map((value) => ({ value, label: value }));

export const firstReads = firstReadsOfRecords(ENDPOINTS, TABLE);

/** What dealers pay. A dealer without a rate pays that of the next dealer above it that has one. */
export default function RatesPage() {
  return (
    <RecordsPage<Rate, typeof ENDPOINTS, typeof BillingRateInput>
      title="Billing rates"
      noun="billing rate"
      name={TABLE}
      endpoints={ENDPOINTS}
      columns={COLUMNS}
      nameOf={({ DealerName, Type, UnitModel, from }) => `${Type} of ${UnitModel} for ${DealerName} from ${from}`}
      schema={BillingRateInput}
      initial={{ Type: 'Service', UnitModel: 'MXD-LTE', from: '' } satisfies Partial<z.input<typeof BillingRateInput>>}
      failureTitle="Could not fetch billing rates"
      fields={(form) => (
        <>
          <DealerField
            label="Dealer"
            help="The rate also holds for dealers below without a rate of their own"
            {...form.field('forDealer')}
            value={form.values.forDealer as number | undefined}
          />
          <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
            <SelectField label="For" options={TYPES} {...form.field('Type')} />
            <SelectField label="Model" options={MODELS} {...form.field('UnitModel')} />
            <DateField
              label="From"
              help="If bills of this day are closed, the next bills correct them"
              {...form.field('from')}
            />
            <NumberField
              label="Rate in cents"
              help={`For a whole period, or one activation: ${shownCents(Number(form.values.cents ?? 0))}`}
              minimum={0}
              {...form.field('cents')}
            />
          </SimpleGrid>
        </>
      )}
    />
  );
}

const COLUMNS: readonly DataColumn<Rate>[] = [
  { accessorKey: 'DealerName', size: 220, meta: { label: 'Dealer', locked: true, grows: true, card: 'title' } },
  { accessorKey: 'Type', size: 120, meta: { label: 'For' } },
  { accessorKey: 'UnitModel', size: 140, meta: { label: 'Model' } },
  {
    accessorKey: 'from',
    size: 120,
    cell: ({ row: { original } }) => <Day day={original.from} />,
    meta: { label: 'From' },
  },
  moneyColumn('cents', 'Rate', ({ cents }) => cents),
];
