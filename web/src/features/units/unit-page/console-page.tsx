import { Box, Button, Flex } from '@chakra-ui/react';
import { Cpu } from 'lucide-react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { PageSkeleton } from '#web/components/states/page-skeleton.tsx';
import { StaleMark } from '#web/components/status/stale-mark.tsx';
import { useNeedsRoom } from '#web/lib/page/page-room.ts';
import { usePageTrail } from '#web/lib/page/page-trail.ts';
import { paths } from '#web/lib/page/paths.ts';
import { ConsoleBox } from '#web/shared/consoles/console-box.tsx';
import { consoleUnit } from '#web/shared/consoles/console-unit.ts';
import {
  ConsolePanel,
  contactWith,
  isVoiceUnit,
  type UnitConsole,
  useVoiceConsole,
  useWearableConsole,
} from '#web/shared/consoles/unit-console.tsx';
import { useFullScreen } from '#web/shared/consoles/use-full-screen.ts';
import { useMcView } from '#web/shared/consoles/use-mc-view.ts';
import { firstReads, serialNumberIn } from './unit-in-address.ts';
import type { UnitAnswer } from './unit-news.ts';
import { useUnit } from './use-unit.ts';

export { firstReads };

/** The console of one unit in a tab of its own. Without a unit in the address the list opens. */
export default function ConsolePage() {
  const [parameters] = useSearchParams();
  const UnitSerNum = serialNumberIn(parameters);
  if (!UnitSerNum) return <Navigate to={paths.units()} replace />;
  return <ConsoleLoader key={UnitSerNum} UnitSerNum={UnitSerNum} />;
}

function ConsoleLoader({ UnitSerNum }: { UnitSerNum: string }) {
  const answer = useUnit(UnitSerNum);
  const { data, staleSince } = answer;
  const isMcView = useMcView();
  if (!data)
    return (
      <Flex direction="column" p={{ base: '4', md: '6' }}>
        <PageSkeleton shape="summary" />
      </Flex>
    );
  if (isMcView && !isVoiceUnit(data.Unit)) return <Navigate to={`${paths.unit(UnitSerNum)}&mcView=1`} replace />;
  const stale = staleSince && <StaleMark since={staleSince} onRetry={() => void answer.mutate()} />;
  const Shown = isVoiceUnit(data.Unit) ? Voice : Wearable;
  return <Shown data={data} stale={stale} />;
}

interface ShownProps {
  data: UnitAnswer;
  stale: React.ReactNode;
}

const Voice = (props: ShownProps) => <ConsoleView {...props} running={useVoiceConsole(consoleUnit(props.data.Unit))} />;
const Wearable = (props: ShownProps) => (
  <ConsoleView {...props} running={useWearableConsole(consoleUnit(props.data.Unit))} />
);

function ConsoleView({ data, stale, running }: ShownProps & { running: UnitConsole }) {
  const { Unit: unit, connection } = data;
  const { UnitSerNum, UnitModel } = unit;
  const fullScreen = useFullScreen();
  useNeedsRoom(true);
  usePageTrail([
    { label: UnitModel, href: paths.units({ UnitModel }) },
    { label: UnitSerNum, href: paths.unit(UnitSerNum) },
    { label: 'Console' },
  ]);
  return (
    <Flex direction="column" h="full" minH="36rem">
      <Box px={{ base: '4', md: '6' }} py="4">
        <PageHeader
          title={`Console of ${UnitSerNum}`}
          description={UnitModel}
          badge={stale}
          primary={
            <Button variant="outline" asChild>
              <Link to={paths.unit(UnitSerNum)}>
                <Cpu size={16} aria-hidden />
                Unit
              </Link>
            </Button>
          }
        />
      </Box>
      <ConsoleBox role="region" fullScreen={fullScreen} flex="1" minH="0" borderTopWidth="1px">
        <ConsolePanel
          unit={consoleUnit(unit)}
          running={running}
          contact={contactWith(running, connection)}
          room={{ fullScreen }}
        />
      </ConsoleBox>
    </Flex>
  );
}
