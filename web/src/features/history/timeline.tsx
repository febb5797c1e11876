import { chakra, Flex, Skeleton, Text } from '@chakra-ui/react';
import { type KeyboardEvent, useCallback, useRef, useState } from 'react';
import { dayIn } from '#core/calendar-days.ts';
import type { Counts } from '#core/history/buckets.ts';
import { HISTORY_KINDS, type HistoryKind } from '#core/history/entry.ts';
import { PINGS_KEPT_DAYS } from '#core/history/ping.ts';
import { shownDay, shownTime, type TimeStyle } from '#core/shown-time.ts';
import { DAY } from '#core/time.ts';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { Day, ExactTime } from '#web/components/text/relative-time.tsx';
import { useTimeStyle } from '#web/components/text/time-style.tsx';
import { countWords, KIND_WORDS } from './history-words.ts';
import { type Bar, useTimeline } from './use-timeline.ts';
import type { BarSize, Window } from './zoom.ts';

interface TimelineProps {
  UnitSerNum: string;
  window: Window;
  onZoom: (window: Window) => void;
}

const LANE_HEIGHT = '0.875rem';

/** A lane for each kind of entries, and a column for each month, day, hour or minute. A column opens what it counts. */
export function Timeline({ UnitSerNum, window, onZoom }: TimelineProps) {
  const style = useTimeStyle();
  const { size, bars, visibleFrom, isPart, error, retry } = useTimeline(UnitSerNum, window);
  if (size === undefined) return <Ends window={window} style={style} />;
  if (error) return <ErrorState title="The timeline could not be read" failure={error} onRetry={retry} />;
  if (!bars) return <Skeleton h="24" aria-label="Reading the timeline" />;
  const oldestPings = Date.now() - PINGS_KEPT_DAYS * DAY;
  const kinds = HISTORY_KINDS.filter((kind) => bars.some(({ counts }) => counts[kind]));
  return (
    <chakra.section aria-label="Timeline" borderWidth="1px" borderRadius="l3" bg="bg.panel" px="4" py="3">
      {kinds.length === 0 ? (
        <Text color="fg.muted">Nothing to count in this range</Text>
      ) : (
        <Flex gap="3">
          <Flex as="ul" direction="column" flexShrink="0" textStyle="xs" color="fg.muted" aria-hidden>
            {kinds.map((kind) => (
              <chakra.li key={kind} h={LANE_HEIGHT} mb="0.5" lineHeight={LANE_HEIGHT} whiteSpace="nowrap">
                {KIND_WORDS[kind]}
              </chakra.li>
            ))}
          </Flex>
          <Columns bars={bars} kinds={kinds} size={size} style={style} onZoom={onZoom} />
        </Flex>
      )}
      <Ends window={window} style={style} />
      {window.from < oldestPings && (
        <Text color="fg.muted" textStyle="xs">
          {'Of pings before '}
          <Day day={dayIn(oldestPings, style.timeZone)} />
          {', only the numbers are kept'}
        </Text>
      )}
      {visibleFrom !== undefined && (
        <Text color="fg.muted" textStyle="xs">
          {'The history begins with the move of the unit: '}
          <ExactTime at={visibleFrom} />
        </Text>
      )}
      {isPart && (
        <Text color="fg.muted" textStyle="xs">
          Only the newest 1,000 entries of this hour have bars. Choose a minute to see fewer.
        </Text>
      )}
    </chakra.section>
  );
}

const Ends = ({ window, style }: { window: Window; style: TimeStyle }) => (
  <Flex justify="space-between" gap="3" mt="1" color="fg.muted" textStyle="xs">
    <span>{shownTime(new Date(window.from), style, { seconds: true })}</span>
    <span>{shownTime(new Date(window.to), style, { seconds: true })}</span>
  </Flex>
);

interface ColumnsProps {
  bars: readonly Bar[];
  kinds: readonly HistoryKind[];
  size: BarSize;
  style: TimeStyle;
  onZoom: (window: Window) => void;
}

/** One stop of the tab key: the arrows move among the columns with entries. */
function Columns({ bars, kinds, size, style, onZoom }: ColumnsProps) {
  const [current, setCurrent] = useState<number>();
  const columns = useRef(new Map<number, HTMLButtonElement>());
  // A narrow screen shows the newest entries first.
  const scrollToEnd = useCallback((line: HTMLElement | null) => {
    if (line) line.scrollLeft = line.scrollWidth;
  }, []);
  const filled = bars.filter(({ counts }) => isFilled(counts)).map(({ window }) => window.from);
  const stop = current !== undefined && filled.includes(current) ? current : filled.at(-1);
  const most = Object.fromEntries(
    kinds.map((kind) => [kind, Math.max(...bars.map(({ counts }) => counts[kind] ?? 0))]),
  ) as Record<HistoryKind, number>;

  const move = (event: KeyboardEvent, from: number) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = filled[filled.indexOf(from) + step];
    if (next === undefined) return;
    setCurrent(next);
    columns.current.get(next)?.focus();
  };

  return (
    <Flex
      ref={scrollToEnd}
      as="ol"
      aria-label={`Entries by the ${size}`}
      flex="1"
      minW="0"
      overflowX="auto"
      gap="1px"
      pb="1"
    >
      {bars.map(({ window, counts }) => (
        <chakra.li key={window.from} flex="1 0 5px" minW="5px" display="flex">
          {isFilled(counts) && (
            <Column
              ref={(element: HTMLButtonElement | null) => {
                if (element) columns.current.set(window.from, element);
                else columns.current.delete(window.from);
              }}
              type="button"
              tabIndex={window.from === stop ? 0 : -1}
              aria-label={`${barWords(window, size, style)}: ${countWords(counts)}`}
              title={`${barWords(window, size, style)}: ${countWords(counts)}`}
              onClick={() => onZoom(window)}
              onKeyDown={(event) => move(event, window.from)}
              onFocus={() => setCurrent(window.from)}
            >
              {kinds.map((kind) => (
                <chakra.span
                  key={kind}
                  display="block"
                  h={LANE_HEIGHT}
                  mb="0.5"
                  bg={counts[kind] ? 'accent.solid' : undefined}
                  opacity={strength(counts[kind], most[kind])}
                />
              ))}
            </Column>
          )}
        </chakra.li>
      ))}
    </Flex>
  );
}

const isFilled = (counts: Counts) => Object.keys(counts).length > 0;

/** The busiest column of a lane is the strongest. One entry can always be seen. */
const strength = (count = 0, most: number) => 0.35 + 0.65 * (most > 1 ? Math.log(count || 1) / Math.log(most) : 1);

const Column = chakra('button', {
  base: {
    flex: '1',
    cursor: 'pointer',
    borderRadius: 'l1',
    overflow: 'hidden',
    focusVisibleRing: 'outside',
    _hover: { bg: 'bg.emphasized' },
  },
});

function barWords({ from }: Window, size: BarSize, style: TimeStyle): string {
  if (size === 'hour' || size === 'minute') return shownTime(new Date(from), style);
  const day = dayIn(from, style.timeZone);
  return size === 'month' ? `Month from ${shownDay(day, style)}` : shownDay(day, style);
}
