import { chakra, Flex } from '@chakra-ui/react';
import { ArrowDown, ArrowUpRight, Check, CheckCheck, Clock, CornerDownLeft, Hourglass, Info, X } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import type { CommandStage, TranscriptEntry } from '#core/consoles/transcript.ts';
import { timeOfDay } from '#core/shown-time.ts';
import { useTimeStyle } from '#web/components/text/time-style.tsx';

interface TranscriptViewProps {
  entries: readonly TranscriptEntry[];
  /** Shows the frames in hexadecimal. */
  raw: boolean;
}

/** The list follows new lines while it is scrolled to within this distance of its end, in pixels. */
const AT_END = 40;

/** The transcript, newest at the bottom. Follows new lines until the user scrolls up. */
export function TranscriptView({ entries, raw }: TranscriptViewProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [following, setFollowing] = useState(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: follows new lines
  useEffect(() => {
    if (following) scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  }, [entries, following, raw]);

  return (
    <Flex direction="column" position="relative" flex="1 1 8rem" minH="8rem">
      <chakra.div
        ref={scroller}
        role="log"
        aria-label="Transcript"
        tabIndex={0}
        flex="1"
        minH="0"
        overflowY="auto"
        overscrollBehavior="contain"
        focusVisibleRing="inside"
        px="4"
        py="2"
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
          setFollowing(scrollHeight - scrollTop - clientHeight < AT_END)
        }
      >
        {entries.length === 0 ? (
          <chakra.p color="fg.muted" py="3">
            Commands and reports of the unit appear here.
          </chakra.p>
        ) : (
          <ol>
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} raw={raw} />
            ))}
          </ol>
        )}
      </chakra.div>
      {!following && (
        <ToEnd type="button" onClick={() => setFollowing(true)}>
          <ArrowDown size={14} aria-hidden />
          Newest
        </ToEnd>
      )}
    </Flex>
  );
}

const STAGES: Record<CommandStage, { word: string; icon: typeof Check; color: string }> = {
  queued: { word: 'queued', icon: Hourglass, color: 'fg.muted' },
  sent: { word: 'sent', icon: Clock, color: 'fg.muted' },
  received: { word: 'received by the unit', icon: Check, color: 'fg.muted' },
  done: { word: 'done', icon: CheckCheck, color: 'ok.fg' },
  failed: { word: 'failed', icon: X, color: 'danger.fg' },
  unanswered: { word: 'no answer', icon: X, color: 'warning.fg' },
};

const KINDS = { command: ArrowUpRight, unit: CornerDownLeft, console: Info } as const;
const SPEAKERS = { command: 'Command', unit: 'Unit', console: 'Console' } as const;

const Entry = memo(function Entry({ entry, raw }: { entry: TranscriptEntry; raw: boolean }) {
  const { kind, text, stage, answer, failure, at } = entry;
  const style = useTimeStyle();
  const Icon = KINDS[kind];
  const look = stage && STAGES[stage];
  const StageIcon = look?.icon;
  return (
    <Row data-kind={kind} data-failure={failure || undefined}>
      <chakra.time textStyle="identifier" color="fg.muted" dateTime={new Date(at).toISOString()}>
        {timeOfDay(new Date(at), style, { seconds: true })}
      </chakra.time>
      <Icon size={14} aria-label={SPEAKERS[kind]} />
      <chakra.div minW="0" overflowWrap="anywhere">
        <chakra.span fontWeight={kind === 'command' ? '600' : undefined}>{text}</chakra.span>
        {answer && (
          <chakra.span display="block" color={look?.color === 'ok.fg' ? 'fg.muted' : look?.color}>
            {answer}
          </chakra.span>
        )}
        {raw && entry.raw && (
          <chakra.code display="block" fontFamily="mono" fontSize="2xs" color="fg.muted" wordBreak="break-all">
            {entry.raw}
          </chakra.code>
        )}
      </chakra.div>
      {StageIcon && (
        <chakra.span color={look.color}>
          <StageIcon size={15} aria-label={look.word} />
        </chakra.span>
      )}
    </Row>
  );
});

const Row = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'max-content 14px minmax(0, 1fr) 16px',
    columnGap: '2',
    alignItems: 'start',
    py: '1',
    textStyle: 'xs',
    lineHeight: '1.125rem',
    '& > svg, & > span > svg': { marginTop: '2px' },
    '&[data-kind=console]': { color: 'fg.muted' },
    '&[data-failure]': { color: 'danger.fg' },
  },
});

const ToEnd = chakra('button', {
  base: {
    position: 'absolute',
    bottom: '2',
    left: '50%',
    transform: 'translateX(-50%)',
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    h: '7',
    px: '3',
    borderRadius: 'full',
    bg: 'bg.panel',
    boxShadow: 'md',
    textStyle: 'xs',
    fontWeight: '600',
    cursor: 'pointer',
    focusVisibleRing: 'outside',
  },
});
