import { chakra } from '@chakra-ui/react';
import { portalTime, shownDay, shownTime, zoneOf } from '#core/shown-time.ts';
import { useNow } from '../hooks/use-now.ts';
import { Tooltip } from '../tooltip/tooltip.tsx';
import { relativeTime } from './relative-words.ts';
import { useTimeStyle } from './time-style.tsx';

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
  const { timeZone } = useTimeStyle();
  const then = toDate(at);
  if (!then) return <chakra.span color="fg.muted">{never}</chakra.span>;
  return (
    <Tooltip content={hoverTime(then, timeZone)}>
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

/** The exact time in the user's format and zone; the relative time on hover. */
export function ExactTime({ at, seconds = true, zone = false, never = '—' }: ExactTimeProps) {
  const now = useNow();
  const style = useTimeStyle();
  const then = toDate(at);
  if (!then) return <chakra.span color="fg.muted">{never}</chakra.span>;
  return (
    <Tooltip content={`${relativeTime(then, now)} · ${hoverTime(then, style.timeZone)}`}>
      <time dateTime={then.toISOString()}>{shownTime(then, style, { seconds, zone })}</time>
    </Tooltip>
  );
}

/**
 * A calendar day `2026-11-21` in the user's format; nothing for an empty one.
 * @public Used by areas that `npm run new:area` writes.
 */
export function Day({ day }: { day: string }) {
  const style = useTimeStyle();
  return day && <time dateTime={day}>{shownDay(day, style)}</time>;
}

const hoverTime = (then: Date, timeZone: string) => `${portalTime(then, timeZone)} ${zoneOf(then, timeZone)}`;

function toDate(at: Date | string | number | null | undefined): Date | undefined {
  if (at === null || at === undefined || at === '') return undefined;
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
