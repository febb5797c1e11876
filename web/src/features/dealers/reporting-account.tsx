import { Button, chakra, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { dealers } from '#core/dealers/contract.ts';
import type { Dealer } from '#core/dealers/dealer.ts';
import { CARRIER_NAMES } from '#core/sims/carrier.ts';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { useMay } from '#web/lib/session/session.tsx';

/** The dealer's account in the external reporting system, and the button that creates or updates it. */
export function ReportingAccount({ dealer }: { dealer: Dealer }) {
  const may = useMay(dealers.setUpReportingAccount.access);
  const [made, setMade] = useState<Dealer>();
  const { trigger, isMutating } = useEndpointMutation(dealers.setUpReportingAccount, {
    success: 'The account is set up',
    refreshes: [dealers.list],
  });
  const account = (made ?? dealer).reportingAccount;
  return (
    <chakra.section aria-label="Reporting account" mt="6">
      <Flex align="center" justify="space-between" gap="3" wrap="wrap">
        <chakra.div minW="0">
          <chakra.h3 textStyle="sectionTitle">Reporting account</chakra.h3>
          <chakra.p color="fg.muted" overflowWrap="anywhere">
            {account
              ? `${account.name} at ${CARRIER_NAMES[account.carrier]}${account.customerId ? `, number ${account.customerId}` : ''}`
              : 'There is none yet.'}
          </chakra.p>
        </chakra.div>
        <DisabledReason reason={may ? undefined : 'Setting it up needs the right ‘Add dealers’'}>
          <Button
            variant="outline"
            loading={isMutating}
            loadingText={account ? 'Updating' : 'Setting up'}
            onClick={async () => setMade(await trigger({ DealerKey: dealer.DealerKey }))}
          >
            {account ? 'Update account' : 'Set up account'}
          </Button>
        </DisabledReason>
      </Flex>
    </chakra.section>
  );
}
