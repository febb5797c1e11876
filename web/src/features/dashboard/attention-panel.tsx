import { chakra, Flex, VisuallyHidden } from '@chakra-ui/react';
import { CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import type { UnitNumbers, Visit } from '#core/dashboard/dashboard.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { RelativeTime } from '#web/components/text/relative-time.tsx';
import { paths } from '#web/lib/page/paths.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { type Attention, attentionOf } from './attention.ts';
import { CountLink } from './count-link.tsx';
import { Panel, PanelList } from './panel.tsx';

/** The units that need a person, by what is wrong with them. Each count leads to exactly those units. */
export function AttentionPanel({ units, lastVisit }: { units: UnitNumbers; lastVisit: Visit | undefined }) {
  const rows = attentionOf(units, lastVisit, { engineer: useSession().has('ENGINEER') });
  return (
    <Panel
      title="Needs you"
      aside={
        lastVisit && (
          <chakra.span color="fg.muted" textStyle="xs">
            {'Changes since your last visit, '}
            <RelativeTime at={lastVisit.at} focusable />
          </chakra.span>
        )
      }
    >
      {rows.length === 0 ? (
        <Flex align="center" gap="2" color="fg.muted">
          <CircleCheck size={16} aria-hidden />
          No unit in service is silent, late, needs attention, has its reporting off, an inactive SIM or a failed
          update. Every unit has a secret.
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

function AttentionRow({ row: { label, tone, counts, since, filter } }: { row: Attention }) {
  return (
    <chakra.li display="flex" alignItems="center" columnGap="4" rowGap="1" flexWrap="wrap" minH="9" px="4" py="1.5">
      <chakra.span flex="1" minW="10rem">
        <StatusBadge tone={tone} label={label} look="plain" />
      </chakra.span>
      {since !== undefined && since !== 0 && (
        <chakra.span color="fg.muted" textStyle="xs" fontVariantNumeric="tabular-nums">
          {`${since > 0 ? '+' : '−'}${Math.abs(since).toLocaleString('en')}`}
          <VisuallyHidden>{' since your last visit'}</VisuallyHidden>
        </chakra.span>
      )}
      <Flex gap="2" wrap="wrap" ml={{ md: 'auto' }} w={{ base: 'full', md: 'auto' }}>
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
      </Flex>
    </chakra.li>
  );
}
