import { Button, chakra, Flex } from '@chakra-ui/react';
import { Users } from 'lucide-react';
import { SECOND } from '#core/time.ts';
import type { RunningCustody } from './use-custody.ts';
import { useSeconds } from './use-seconds.ts';

/**
 * Says who gives the commands if it is not only this user, and offers what the user can do about it. `mayAsk` is false for an operator,
 * whose next command takes the console.
 */
export function CustodyBar({ custody, mayAsk = true }: { custody: RunningCustody; mayAsk?: boolean }) {
  const { view, readOnly, refusal, act, wasTaken } = custody;
  const { holder, asked } = view;
  if (!holder) return null;
  if (holder.you)
    return asked && !asked.you && !asked.kept ? (
      <Bar text={`${asked.name} asks for the console.`} left={<SecondsLeft custody={custody} />}>
        <Button size="xs" onClick={() => act('give')}>
          Give
        </Button>
        <Button size="xs" variant="outline" onClick={() => act('keep')}>
          Keep
        </Button>
      </Bar>
    ) : null;
  const isAsking = asked?.you === true && !asked.kept;
  const said = isAsking
    ? `You asked ${holder.name} for the console.`
    : asked?.you
      ? `${holder.name} keeps the console.`
      : wasTaken && !holder.byAlarm
        ? `${holder.name} has the console now. You can follow.`
        : readOnly;
  return (
    <Bar
      text={mayAsk ? (refusal ?? said ?? '') : `${holder.name} has the console. Your next command takes it.`}
      left={isAsking && <SecondsLeft custody={custody} />}
    >
      {mayAsk && !isAsking && !holder.byAlarm && (
        <Button size="xs" variant="outline" onClick={() => act('ask')}>
          Ask to take over
        </Button>
      )}
    </Bar>
  );
}

interface BarProps {
  text: string;
  left: React.ReactNode;
  children: React.ReactNode;
}

const Bar = ({ text, left, children }: BarProps) => (
  <Flex align="center" gap="2" wrap="wrap" px="4" py="2" flexShrink="0" bg="notice.subtle" color="notice.fg">
    <Users size={15} aria-hidden />
    <chakra.span role="status" flex="1 1 12rem" fontWeight="600" textWrap="pretty">
      {text}
    </chakra.span>
    {left}
    {children}
  </Flex>
);

function SecondsLeft({ custody: { view, heardAt } }: { custody: RunningCustody }) {
  const now = useSeconds(true);
  const left = Math.max(0, Math.ceil((heardAt + (view.asked?.answerWithin ?? 0) - now) / SECOND));
  return (
    <chakra.span role="timer" textStyle="identifier">
      {`${left} s`}
    </chakra.span>
  );
}
