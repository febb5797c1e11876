import { Box, chakra, Flex } from '@chakra-ui/react';
import type { z } from 'zod';
import type { Totals } from '#core/billing/bill.ts';
import { billing } from '#core/billing/contract.ts';
import { shownCents } from '#core/money.ts';
import { SelectField } from '#web/components/form/select-field.tsx';
import { useTimeStyle } from '#web/components/text/time-style.tsx';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useAddressParameters } from '#web/lib/page/use-address-parameters.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { DealerField } from '#web/shared/dealers/dealer-field.tsx';
import { type AskedBill, periodWords, seesAllBills } from './asked-bill.ts';

/** The period and, for people of the root dealer, the dealer [P1-B81 P1-B82]. */
export function BillControls({
  asked,
  dealerName,
  also = [],
}: {
  asked: AskedBill;
  dealerName?: string | undefined;
  /** Periods without bills that are offered too. */
  also?: readonly string[];
}) {
  const session = useSession();
  const style = useTimeStyle();
  const { change } = useAddressParameters();
  const { data } = useEndpoint(billing.periods, {});
  const periods = [...new Set([...(data?.periods ?? []), ...also, asked.period])].sort().reverse();
  return (
    <Flex gap="3" wrap="wrap" align="flex-end">
      <Box flex="0 1 22rem" minW="0">
        <SelectField
          name="period"
          label="Billing period"
          value={asked.period}
          onChange={(period) => change({ billingPeriod: period })}
          options={periods.map((value) => ({ value, label: periodWords(value, style) }))}
        />
      </Box>
      {seesAllBills(session) && (
        <Box flex="0 1 16rem" minW="0">
          <DealerField
            name="dealer"
            label="Dealer"
            value={asked.dealer}
            chosenName={dealerName}
            placeholder="All dealers"
            clearable
            onChange={(key) => change({ dealer: key === undefined ? undefined : String(key) })}
          />
        </Box>
      )}
    </Flex>
  );
}

/** The totals of a bill, or of all bills of a period [P1-E35]. */
export function BillTotals({ totals }: { totals: z.output<typeof Totals> }) {
  const shown = [
    ['Units in service', totals.CountUnitsOnly.toLocaleString('en')],
    ['For units', shownCents(totals.SumUnitsOnly)],
    ['For activations', shownCents(totals.SumActivationsOnly)],
    ['Sum', shownCents(totals.Sum)],
    ['Units on the bill', totals.totalUnitCount.toLocaleString('en')],
    ['Grand total', shownCents(totals.GrandTotalSum)],
  ] as const;
  return (
    <Flex as="dl" gap="6" rowGap="3" wrap="wrap" aria-label="Totals in US dollars">
      {shown.map(([label, value]) => (
        <Flex key={label} direction="column-reverse">
          <chakra.dt color="fg.muted" textStyle="xs">
            {label}
          </chakra.dt>
          <chakra.dd textStyle="lg" fontWeight="600" fontVariantNumeric="tabular-nums">
            {value}
          </chakra.dd>
        </Flex>
      ))}
    </Flex>
  );
}
