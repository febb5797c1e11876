import { SimpleGrid } from '@chakra-ui/react';
import { leadTimes } from '#core/lead-times/contract.ts';
import { type LeadTime, LeadTimeInput } from '#core/lead-times/lead-time.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { NumberField } from '#web/components/form/number-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { firstReadsOfRecords, RecordsPage } from '#web/lib/records/records-page.tsx';

const TABLE = 'leadTimeMng';

export const firstReads = firstReadsOfRecords(leadTimes, TABLE);

export default function LeadTimesPage() {
  return (
    <RecordsPage
      title="Lead times"
      noun="lead time"
      name={TABLE}
      endpoints={leadTimes}
      columns={COLUMNS}
      nameOf={({ Product, MinQty, MaxQty }) => `${Product}, ${MinQty} to ${MaxQty}`}
      schema={LeadTimeInput}
      initial={{ Product: '', PartNumber: '', MinQty: 1 }}
      failureTitle="Could not fetch lead times"
      fields={(form, { isNew, answer }) => (
        <>
          <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
            <TextField
              label="Product"
              help="Stored in upper case"
              maxLength={60}
              {...form.field('Product')}
              onChange={(Product) => {
                const known = isNew && answer?.products.find((one) => one.Product === Product.trim().toUpperCase());
                form.set({ Product, ...(known && { PartNumber: known.partNumber, MinQty: known.nextMin }) });
              }}
            />
            <TextField label="Part number" maxLength={60} {...form.field('PartNumber')} />
          </SimpleGrid>
          <SimpleGrid columns={{ base: 1, sm: 3 }} gap="4">
            <NumberField label="From quantity" minimum={1} {...form.field('MinQty')} />
            <NumberField label="To quantity" minimum={1} {...form.field('MaxQty')} />
            <NumberField label="Days until it ships" minimum={0} {...form.field('DaysOut')} />
          </SimpleGrid>
        </>
      )}
    />
  );
}

const COLUMNS: readonly DataColumn<LeadTime>[] = [
  { accessorKey: 'Product', size: 220, meta: { label: 'Product', locked: true, grows: true, card: 'title' } },
  { accessorKey: 'PartNumber', size: 180, meta: { label: 'Part number', monospace: true } },
  { accessorKey: 'MinQty', size: 120, meta: { label: 'From quantity', align: 'end' } },
  { accessorKey: 'MaxQty', size: 120, meta: { label: 'To quantity', align: 'end' } },
  { accessorKey: 'DaysOut', size: 120, meta: { label: 'Days out', align: 'end' } },
];
