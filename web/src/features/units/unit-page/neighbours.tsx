import { Flex, IconButton, Text } from '@chakra-ui/react';
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useShortcuts } from '#web/components/shortcuts/use-shortcuts.ts';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import { Tooltip } from '#web/components/tooltip/tooltip.tsx';
import { placeOf } from '#web/lib/page/list-order.ts';
import { usePageCommands } from '#web/lib/page/page-commands.ts';
import { paths } from '#web/lib/page/paths.ts';

/** Leads to the unit before and after this one in the list from which it was opened. The tab stays. */
export function UnitNeighbours({ UnitSerNum }: { UnitSerNum: string }) {
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const place = placeOf(paths.unit(UnitSerNum));
  const tab = parameters.get('tabIndex');
  const onSameTab = (to: string | undefined) => to && (tab ? `${to}&tabIndex=${tab}` : to);
  const [previous, next] = [onSameTab(place?.previous), onSameTab(place?.next)];
  const offered = [
    ...(previous ? [{ id: 'previous-unit', label: 'Previous unit', keys: '[', href: previous }] : []),
    ...(next ? [{ id: 'next-unit', label: 'Next unit', keys: ']', href: next }] : []),
  ];
  useShortcuts(offered.map(({ keys, label, href }) => ({ keys, label, run: () => void navigate(href) })));
  usePageCommands({
    id: 'neighbours',
    label: 'Units of the list',
    commands: offered.map(({ keys, ...command }) => ({ ...command, shortcut: [keys] })),
  });

  if (!place) return null;
  return (
    <Flex as="nav" aria-label="Units of the list" align="center" gap="1">
      <Text color="fg.muted" textStyle="xs" fontVariantNumeric="tabular-nums" hideBelow="md" whiteSpace="nowrap">
        {`${place.position} of ${place.count}`}
      </Text>
      <Neighbour
        label="Previous unit"
        icon={ChevronLeft}
        to={previous}
        whyNot="This is the first unit on the page of the list"
      />
      <Neighbour
        label="Next unit"
        icon={ChevronRight}
        to={next}
        whyNot="This is the last unit on the page of the list"
      />
    </Flex>
  );
}

interface NeighbourProps {
  label: string;
  icon: LucideIcon;
  to: string | undefined;
  whyNot: string;
}

function Neighbour({ label, icon: Icon, to, whyNot }: NeighbourProps) {
  if (to === undefined) {
    return (
      <DisabledReason reason={whyNot}>
        <IconButton variant="ghost" size="sm" aria-label={label}>
          <Icon size={16} aria-hidden />
        </IconButton>
      </DisabledReason>
    );
  }
  return (
    <Tooltip content={label}>
      <IconButton asChild variant="ghost" size="sm" aria-label={label}>
        <Link to={to}>
          <Icon size={16} aria-hidden />
        </Link>
      </IconButton>
    </Tooltip>
  );
}
