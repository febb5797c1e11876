import { Box, chakra, Grid, Skeleton } from '@chakra-ui/react';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { UNIT_MODELS } from '#core/units/unit.ts';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { StaleMark } from '#web/components/status/stale-mark.tsx';
import { paths } from '#web/lib/page/paths.ts';
import { Panel } from './panel.tsx';
import { useUnitTotals } from './use-unit-totals.ts';

/** The number of units per model, each a link to its list. */
export function UnitTotals() {
  const { data, error, isValidating, mutate, staleSince, mayList } = useUnitTotals();
  if (!mayList) return null;
  if (!data && error) {
    return (
      <Panel title="Units">
        <ErrorState
          title="The units could not be counted"
          failure={error}
          onRetry={() => void mutate()}
          retrying={isValidating}
        />
      </Panel>
    );
  }
  return (
    <Panel
      title="Units"
      aside={staleSince && <StaleMark since={staleSince} onRetry={() => void mutate()} retrying={isValidating} />}
    >
      <Grid gap="3" templateColumns={{ base: '1fr', sm: 'repeat(3, 1fr)' }} aria-busy={!data}>
        {UNIT_MODELS.map((model) => (
          <TotalCard key={model} asChild>
            <Link to={paths.units({ UnitModel: model })}>
              <Box>
                <Box color="fg.muted">{model}</Box>
                {data ? (
                  <Box fontSize="1.5rem" lineHeight="2rem" fontWeight="600" textStyle="identifier">
                    {(data.totals[model] ?? 0).toLocaleString('en')}
                  </Box>
                ) : (
                  <Skeleton h="5" w="4rem" my="1.5" />
                )}
              </Box>
              <ArrowRight size={16} aria-hidden />
            </Link>
          </TotalCard>
        ))}
      </Grid>
    </Panel>
  );
}

const TotalCard = chakra('a', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    px: '4',
    py: '3',
    borderWidth: '1px',
    borderRadius: 'l2',
    bg: 'bg.panel',
    focusVisibleRing: 'outside',
    '& svg': { color: 'fg.subtle', transition: 'transform 100ms' },
    _hover: { borderColor: 'border.emphasized', '& svg': { transform: 'translateX(2px)', color: 'accent.fg' } },
  },
});
