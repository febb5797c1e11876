import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import { CardSim } from 'lucide-react';
import { sims } from '#core/sims/contract.ts';
import { units } from '#core/units/contract.ts';
import { fullUnitID, SerialNumber } from '#core/units/unit.ts';
import { Page } from '#web/components/page/page.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { SearchForm } from '#web/components/search/search-form.tsx';
import { EmptyState } from '#web/components/states/empty-state.tsx';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { KeyValueSkeleton, Loading } from '#web/components/states/skeletons.tsx';
import { TextLink } from '#web/components/text/text-link.tsx';
import { readOf } from '#web/lib/api/early-reads.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { paths } from '#web/lib/page/paths.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { useAddressParameters } from '#web/lib/page/use-address-parameters.ts';
import { SimsTab } from './unit-page/sims-tab.tsx';
import { unitInput } from './unit-page/use-unit.ts';

const serialIn = (parameters: URLSearchParams) => SerialNumber.safeParse(parameters.get('UnitSerNum') ?? '').data;
const SHORTEST = 2;

export const firstReads: FirstReads = (parameters) => {
  const UnitSerNum = serialIn(parameters);
  return UnitSerNum ? [readOf(units.get, unitInput(UnitSerNum)), readOf(sims.simData, { id: UnitSerNum })] : [];
};

/** Finds a SIM by its unit or its number, and shows what its carrier says of it. */
export default function SimToolPage() {
  const { parameters, change } = useAddressParameters();
  const UnitSerNum = serialIn(parameters);
  const searchText = parameters.get('searchText') ?? '';
  const search = (text: string) => {
    const serial = SerialNumber.safeParse(text).data;
    change(serial ? { UnitSerNum: serial, searchText: undefined } : { UnitSerNum: undefined, searchText: text });
  };
  return (
    <Page>
      <PageHeader
        title="SIM tool"
        description="What the carriers report about the SIMs of a unit, and what you can request from them."
      />
      <Flex direction="column" gap="6">
        <SearchForm
          label="Find a SIM"
          field={{ name: 'searchText', label: 'Serial number, ICCID or phone number', maxLength: 40 }}
          text={UnitSerNum ?? searchText}
          button="Show"
          check={checked}
          onSearch={search}
        />
        {UnitSerNum ? (
          <SimsOf key={UnitSerNum} UnitSerNum={UnitSerNum} />
        ) : searchText.length < SHORTEST ? (
          <EmptyState icon={CardSim} title="Find a unit to see its SIMs" />
        ) : (
          <Found searchText={searchText} />
        )}
      </Flex>
    </Page>
  );
}

const checked = (typed: string) => {
  const text = typed.trim();
  return text.length < SHORTEST ? { error: 'Enter at least 2 letters or digits' } : { text };
};

function SimsOf({ UnitSerNum }: { UnitSerNum: string }) {
  const { data, error, mutate } = useEndpoint(units.get, unitInput(UnitSerNum));
  if (!data && error)
    return <ErrorState title="The unit could not be read" failure={error} onRetry={() => void mutate()} />;
  if (!data)
    return (
      <Loading label="Reading the unit">
        <KeyValueSkeleton rows={8} />
      </Loading>
    );
  const { Unit: unit } = data;
  return (
    <Box>
      <Text pb="4" color="fg.muted">
        <TextLink to={paths.unit(UnitSerNum)}>{UnitSerNum}</TextLink>
        {` · ${[fullUnitID(unit), unit.UnitModel, unit.DealerName].filter(Boolean).join(' · ')}`}
      </Text>
      <SimsTab unit={unit} />
    </Box>
  );
}

/** The units that a number finds. */
function Found({ searchText }: { searchText: string }) {
  const { data, error, mutate } = useEndpoint(units.quickSearch, { searchText });
  if (!data && error)
    return <ErrorState title="The search did not work" failure={error} onRetry={() => void mutate()} />;
  if (!data)
    return (
      <Loading label="Searching">
        <KeyValueSkeleton rows={3} />
      </Loading>
    );
  if (data.found.length === 0) return <EmptyState icon={CardSim} title={`No unit has “${searchText}”`} />;
  return (
    <Box>
      <Text pb="2" color="fg.muted">
        {data.more ? 'The first units that have it. Enter more of the number.' : 'Units that have it'}
      </Text>
      <chakra.ul display="grid" gap="2">
        {data.found.map((unit) => (
          <li key={unit.UnitSerNum}>
            <TextLink to={paths.simTool({ UnitSerNum: unit.UnitSerNum })}>{unit.UnitSerNum}</TextLink>
            {` · ${[fullUnitID(unit), unit.UnitModel, unit.DealerName].filter(Boolean).join(' · ')}`}
          </li>
        ))}
      </chakra.ul>
    </Box>
  );
}
