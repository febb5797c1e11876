import { chakra, Flex, Skeleton, VisuallyHidden } from '@chakra-ui/react';
import { CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import { UNIT_MODELS } from '#core/units/unit.ts';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { StaleMark } from '#web/components/status/stale-mark.tsx';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { paths } from '#web/lib/page/paths.ts';
import type { Attention } from './attention.ts';
import { Panel, PanelList } from './panel.tsx';
import { useAttention } from './use-attention.ts';

/** The units that need a person, by what is wrong with them. Each count leads to exactly those units. */
export function AttentionPanel() {
  const { rows, error, isValidating, staleSince, retry, mayList } = useAttention();
  if (!mayList) return null;
  return (
    <Panel
      title="Needs you"
      aside={staleSince && <StaleMark since={staleSince} onRetry={retry} retrying={isValidating} />}
    >
      {!rows && error ? (
        <ErrorState title="The units could not be counted" failure={error} onRetry={retry} retrying={isValidating} />
      ) : !rows ? (
        <Skeleton h="9" borderRadius="l2" />
      ) : rows.length === 0 ? (
        <Flex align="center" gap="2" color="fg.muted">
          <CircleCheck size={16} aria-hidden />
          No unit in service is silent, needs attention, has its reporting off or an inactive SIM. Every unit has a
          secret.
        </Flex>
      ) : (
        <PanelList>
          {rows.map((row) => (
            <AttentionRow key={row.label} row={row} />
          ))}
        </PanelList>
      )}
    </Panel>
  );
}

function AttentionRow({ row: { label, tone, counts, filter } }: { row: Attention }) {
  return (
    <chakra.li display="flex" alignItems="center" columnGap="4" rowGap="1" flexWrap="wrap" minH="9" px="4" py="1.5">
      <chakra.span flex="1" minW="10rem">
        <StatusBadge tone={tone} label={label} look="plain" />
      </chakra.span>
      {UNIT_MODELS.filter((model) => counts[model] > 0).map((model) => (
        <CountLink key={model} asChild>
          <Link to={paths.units({ UnitModel: model, ...filter })}>
            <VisuallyHidden>{label}</VisuallyHidden>
            <chakra.span color="fg.muted">{model}</chakra.span>
            <chakra.span fontWeight="600" fontVariantNumeric="tabular-nums">
              {counts[model].toLocaleString('en')}
            </chakra.span>
          </Link>
        </CountLink>
      ))}
    </chakra.li>
  );
}

const CountLink = chakra('a', {
  base: {
    display: 'inline-flex',
    gap: '2',
    px: '2',
    py: '0.5',
    borderWidth: '1px',
    borderRadius: 'full',
    textStyle: 'xs',
    focusVisibleRing: 'outside',
    _hover: { bg: 'bg.muted' },
  },
});
