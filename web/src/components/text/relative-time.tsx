import { chakra } from '@chakra-ui/react';
import { useNow } from '../hooks/use-now.ts';
import { Tooltip } from '../tooltip/tooltip.tsx';
import { exactTime, portalTime, relativeTime, zoneOf } from './time-format.ts';

export interface RelativeTimeProps {
  at: Date | string | number | null | undefined;
  /** Shown if there is no time. */
  never?: string;
  /** In the tab order, so that the keyboard reaches the exact time. Leave it off in tables. */
  focusable?: boolean;
}

/** `3 min ago`, updated as time passes; the exact time with its zone on hover and focus. */
export function RelativeTime({ at, never = 'Never', focusable = false }: RelativeTimeProps) {
  const now = useNow();
  const then = toDate(at);
  if (!then) return <chakra.span color="fg.muted">{never}</chakra.span>;
  return (
    <Tooltip content={`${portalTime(then)} ${zoneOf(then)}`}>
      <time dateTime={then.toISOString()} tabIndex={focusable ? 0 : undefined}>
        {relativeTime(then, now)}
      </time>
    </Tooltip>
  );
}

export interface ExactTimeProps {
  at: Date | string | number | null | undefined;
  seconds?: boolean;
  /** Shows the zone beside the time; hover always shows it. */
  zone?: boolean;
  never?: string;
}

/** The exact time in the person's zone; the relative time on hover. */
export function ExactTime({ at, seconds = true, zone = false, never = '—' }: ExactTimeProps) {
  const now = useNow();
  const then = toDate(at);
  if (!then) return <chakra.span color="fg.muted">{never}</chakra.span>;
  return (
    <Tooltip content={`${relativeTime(then, now)} · ${exactTime(then)}`}>
      <time dateTime={then.toISOString()}>{exactTime(then, { seconds, zone })}</time>
    </Tooltip>
  );
}

function toDate(at: Date | string | number | null | undefined): Date | undefined {
  if (at === null || at === undefined || at === '') return undefined;
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
