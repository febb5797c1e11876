import { chakra } from '@chakra-ui/react';
import { createContext, useContext } from 'react';
import { useNow } from '../hooks/use-now.ts';
import { PROMPT_DELAY, Tooltip } from '../tooltip/tooltip.tsx';
import { exactTime, portalTime, relativeTime, zoneOf } from './time-format.ts';

const TimeZone = createContext<string | undefined>(undefined);

/** The zone that times below are told in (an IANA name); the browser's where none is given. */
export const TimeZoneProvider = TimeZone.Provider;
export const useTimeZone = () => useContext(TimeZone);

export interface RelativeTimeProps {
  at: Date | string | number | null | undefined;
  /** Said where there is no time. */
  never?: string;
  /** Takes part in the tab order, so that the exact time is reached by keyboard. Leave off in tables. */
  focusable?: boolean;
}

/** `3 min ago`, kept up to date; the exact time with its zone on hover and focus. */
export function RelativeTime({ at, never = 'Never', focusable = false }: RelativeTimeProps) {
  const now = useNow();
  const timeZone = useTimeZone();
  const then = toDate(at);
  if (!then) return <chakra.span color="fg.muted">{never}</chakra.span>;
  return (
    <Tooltip content={`${portalTime(then, timeZone)} ${zoneOf(then, timeZone)}`} delay={PROMPT_DELAY}>
      <time dateTime={then.toISOString()} tabIndex={focusable ? 0 : undefined}>
        {relativeTime(then, now)}
      </time>
    </Tooltip>
  );
}

export interface ExactTimeProps {
  at: Date | string | number | null | undefined;
  seconds?: boolean;
  /** Whether the zone is said beside the time; it always is on hover. */
  zone?: boolean;
  never?: string;
}

/** The exact time in the person's zone; how long ago it was on hover. */
export function ExactTime({ at, seconds = true, zone = false, never = '—' }: ExactTimeProps) {
  const now = useNow();
  const timeZone = useTimeZone();
  const then = toDate(at);
  if (!then) return <chakra.span color="fg.muted">{never}</chakra.span>;
  return (
    <Tooltip content={`${relativeTime(then, now)} · ${exactTime(then, { timeZone })}`} delay={PROMPT_DELAY}>
      <time dateTime={then.toISOString()}>{exactTime(then, { timeZone, seconds, zone })}</time>
    </Tooltip>
  );
}

function toDate(at: Date | string | number | null | undefined): Date | undefined {
  if (at === null || at === undefined || at === '') return undefined;
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
