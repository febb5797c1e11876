import { Box, Button, chakra, Flex } from '@chakra-ui/react';
import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ACTIVE, CENTER_STATUS, PROTOCOLS } from '#core/monitoring-centers/center.ts';
import { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import { SelectField } from '#web/components/form/select-field.tsx';
import { LinkTabs, type LinkTabsProps } from '#web/components/page/link-tabs.tsx';
import { Page } from '#web/components/page/page.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { SettingList, SettingRow } from '#web/components/page/setting-list.tsx';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { Loading, TextSkeleton } from '#web/components/states/skeletons.tsx';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { DealerField } from '#web/shared/dealers/dealer-field.tsx';
import { dealerIn } from './lists.ts';

/** The centres that receive the alarms of a dealer's units. */
export function DealersTab({ tabs }: { tabs: LinkTabsProps }) {
  const [parameters, setParameters] = useSearchParams();
  const dealerKey = dealerIn(parameters);
  return (
    <Page>
      <PageHeader title="Monitoring directory" description="The centres of each dealer.">
        <Flex direction="column" mt="2">
          <LinkTabs {...tabs} />
        </Flex>
      </PageHeader>
      <Flex direction="column" gap="5" maxW="40rem" pt="4">
        <Box w={{ base: 'full', md: '20rem' }}>
          <DealerField
            name="dealer"
            label="Dealer"
            placeholder="Choose a dealer"
            value={dealerKey}
            onChange={(chosen) =>
              setParameters(
                { tab: 'dealers', ...(chosen !== undefined && { dealer: String(chosen) }) },
                { replace: true },
              )
            }
          />
        </Box>
        {dealerKey !== undefined && <CentersOfDealer key={dealerKey} dealerKey={dealerKey} />}
      </Flex>
    </Page>
  );
}

function CentersOfDealer({ dealerKey }: { dealerKey: number }) {
  const has = useEndpoint(monitoringCenters.ofDealer, { dealerKey });
  const all = useEndpoint(monitoringCenters.list, { pageSize: 1000 });
  const [chosen, setChosen] = useState<string>();
  const { trigger, isMutating } = useEndpointMutation(monitoringCenters.addRemove, {
    refreshes: [monitoringCenters.ofDealer],
  });
  if (!has.data && has.error)
    return (
      <ErrorState
        title="The centres could not be read"
        failure={has.error}
        onRetry={() => void has.mutate()}
        retrying={has.isValidating}
      />
    );
  if (!has.data)
    return (
      <Loading label="Reading the centres">
        <TextSkeleton lines={3} />
      </Loading>
    );
  const { centers } = has.data;
  const free = (all.data?.items ?? []).filter(
    ({ mcKey, status }) => status === ACTIVE && !centers.some((one) => one.mcKey === mcKey),
  );
  const give = async () => {
    if (chosen !== undefined && (await trigger({ dealerKey, add: [chosen] }))) setChosen(undefined);
  };
  return (
    <>
      {centers.length === 0 ? (
        <chakra.p color="fg.muted">The dealer has no monitoring centre yet.</chakra.p>
      ) : (
        <SettingList label="Monitoring centres of the dealer">
          {centers.map(({ mcKey, name, protocol, status, own }) => (
            <SettingRow
              key={mcKey}
              title={name}
              facts={`${PROTOCOLS[protocol]} · ${CENTER_STATUS[status]}`}
              actions={
                <DisabledReason reason={own ? undefined : 'Another dealer gave it and can remove it'}>
                  <Button
                    size="sm"
                    variant="outline"
                    aria-label={`Remove ${name}`}
                    onClick={() => void trigger({ dealerKey, remove: [mcKey] })}
                  >
                    <Minus size={15} aria-hidden />
                    Remove
                  </Button>
                </DisabledReason>
              }
            />
          ))}
        </SettingList>
      )}
      <Flex gap="3" align="flex-end" wrap="wrap">
        <Box flex="1" minW="14rem">
          <SelectField
            name="mcKey"
            label="Give a monitoring centre"
            placeholder={free.length === 0 ? 'No other active centre' : 'Choose…'}
            value={chosen}
            onChange={setChosen}
            options={free.map(({ mcKey, name }) => ({ value: mcKey, label: name }))}
          />
        </Box>
        <DisabledReason reason={chosen === undefined ? 'Choose a monitoring centre' : undefined}>
          <Button loading={isMutating} onClick={() => void give()}>
            <Plus size={16} aria-hidden />
            Give centre
          </Button>
        </DisabledReason>
      </Flex>
    </>
  );
}
