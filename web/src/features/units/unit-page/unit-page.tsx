import { Flex } from '@chakra-ui/react';
import { Navigate, useSearchParams } from 'react-router';
import { PageSkeleton } from '#web/components/states/page-skeleton.tsx';
import { paths } from '#web/lib/page/paths.ts';
import { consoleUnit } from '#web/shared/consoles/console-unit.ts';
import { isVoiceUnit, useVoiceConsole, useWearableConsole } from '#web/shared/consoles/unit-console.tsx';
import { firstReads, serialNumberIn } from './unit-in-address.ts';
import type { UnitAnswer } from './unit-news.ts';
import { UnitView } from './unit-view.tsx';
import { useUnit } from './use-unit.ts';

export { firstReads };

/** One unit: summary, tabs and live console. Without a unit in the address the list opens. */
export default function UnitPage() {
  const [parameters] = useSearchParams();
  const UnitSerNum = serialNumberIn(parameters);
  if (!UnitSerNum) return <Navigate to={paths.units()} replace />;
  return <UnitLoader key={UnitSerNum} UnitSerNum={UnitSerNum} />;
}

function UnitLoader({ UnitSerNum }: { UnitSerNum: string }) {
  const answer = useUnit(UnitSerNum);
  const { data } = answer;
  if (!data) {
    return (
      <Flex direction="column" p={{ base: '4', md: '6' }}>
        <PageSkeleton shape="summary" />
      </Flex>
    );
  }
  const stale = answer.staleSince && { since: answer.staleSince, retry: () => void answer.mutate() };
  const Shown = isVoiceUnit(data.Unit) ? VoiceUnit : Wearable;
  return <Shown data={data} stale={stale} />;
}

interface ShownProps {
  data: UnitAnswer;
  stale: { since: Date; retry: () => void } | undefined;
}

const VoiceUnit = ({ data, stale }: ShownProps) => (
  <UnitView data={data} stale={stale} running={useVoiceConsole(consoleUnit(data.Unit))} />
);

const Wearable = ({ data, stale }: ShownProps) => (
  <UnitView data={data} stale={stale} running={useWearableConsole(consoleUnit(data.Unit))} />
);
