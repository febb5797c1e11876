import { chakra, Flex } from '@chakra-ui/react';
import { ArrowRightLeft, Circle, CircleCheck, CircleOff, type LucideIcon, Phone, PhoneOff, Siren } from 'lucide-react';
import type { Station, StationStatus } from '#core/stations/station.ts';
import { RelativeTime } from '#web/components/text/relative-time.tsx';

/** An icon for each status, so that it is never told by colour alone. */
const ICONS: Readonly<Record<StationStatus, LucideIcon>> = {
  Ready: CircleCheck,
  Processing: Siren,
  OffLine: CircleOff,
  Busy: Phone,
  OffHook: PhoneOff,
  Transfer: ArrowRightLeft,
};

interface StationCardProps {
  station: Station;
  focused: boolean;
  onFocus: () => void;
}

/** One station. A press focuses it, and another one ends that. */
export function StationCard({ station, focused, onFocus }: StationCardProps) {
  const { StationName, StationStatus, ProcessStamp, Site, RoutePriority, Attendant } = station;
  const Icon = ICONS[StationStatus] ?? Circle;
  return (
    <Card
      type="button"
      aria-pressed={focused}
      colorPalette={`station.${StationStatus}` as 'gray'}
      data-status={StationStatus}
      onClick={onFocus}
    >
      <chakra.span data-bar aria-hidden />
      <Flex justify="space-between" align="center" gap="2">
        <chakra.span fontWeight="600" overflowWrap="anywhere">
          {StationName}
        </chakra.span>
        <chakra.span data-word>
          <Icon size={13} strokeWidth={2.25} aria-hidden />
          {StationStatus}
        </chakra.span>
      </Flex>
      <chakra.span overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
        {Attendant ? Attendant.AttendantName : <chakra.span color="fg.muted">Nobody is here</chakra.span>}
        {Attendant?.AttendantPrivs && <chakra.span color="fg.muted">{` · ${Attendant.AttendantPrivs}`}</chakra.span>}
      </chakra.span>
      <Flex justify="space-between" gap="2" color="fg.muted" textStyle="xs" fontVariantNumeric="tabular-nums">
        <chakra.span overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
          {`${Site ? `${Site} · ` : ''}priority ${RoutePriority}`}
        </chakra.span>
        <chakra.span flexShrink="0">
          <RelativeTime at={ProcessStamp} />
        </chakra.span>
      </Flex>
    </Card>
  );
}

const Card = chakra('button', {
  base: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    gap: '1',
    w: 'full',
    minW: '0',
    ps: '4',
    pe: '3',
    py: '2.5',
    textAlign: 'start',
    borderWidth: '1px',
    borderRadius: 'l3',
    overflow: 'hidden',
    bg: 'bg.panel',
    cursor: 'pointer',
    focusVisibleRing: 'outside',
    _hover: { borderColor: 'border.emphasized' },
    '& [data-bar]': { position: 'absolute', insetY: '0', insetStart: '0', w: '1.5', bg: 'colorPalette.border' },
    '& [data-word]': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '1',
      flexShrink: 0,
      px: '2',
      h: '6',
      borderRadius: 'full',
      textStyle: 'xs',
      fontWeight: '600',
      bg: 'colorPalette.subtle',
      color: 'colorPalette.fg',
    },
    '&[aria-pressed=true]': {
      borderColor: 'accent.solid',
      boxShadow: '0 0 0 2px var(--chakra-colors-accent-solid)',
      bg: 'accent.subtle',
    },
  },
});
