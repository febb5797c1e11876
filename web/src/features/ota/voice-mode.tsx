import { Box } from '@chakra-ui/react';
import { units } from '#core/units/contract.ts';
import type { Output } from '#web/lib/api/api.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { consoleUnit } from '#web/shared/consoles/console-unit.ts';
import {
  ConsolePanel,
  contactWith,
  isVoiceUnit,
  type UnitConsole,
  useVoiceConsole,
  useWearableConsole,
} from '#web/shared/consoles/unit-console.tsx';
import { Loaded } from './loaded.tsx';

type UnitAnswer = Output<typeof units.get>;

/** The console of the unit, to talk to it while it updates. */
export function VoiceMode({ UnitSerNum }: { UnitSerNum: string }) {
  const answer = useEndpoint(units.get, { id: UnitSerNum });
  return (
    <Box
      w="full"
      maxW="30rem"
      borderWidth="1px"
      borderRadius="l3"
      overflow="clip"
      minH="30rem"
      display="flex"
      flexDirection="column"
    >
      <Loaded answer={answer} what="The unit">
        {(data) => (isVoiceUnit(data.Unit) ? <Voice data={data} /> : <Wearable data={data} />)}
      </Loaded>
    </Box>
  );
}

const Voice = ({ data }: { data: UnitAnswer }) => (
  <Running data={data} running={useVoiceConsole(consoleUnit(data.Unit))} />
);
const Wearable = ({ data }: { data: UnitAnswer }) => (
  <Running data={data} running={useWearableConsole(consoleUnit(data.Unit))} />
);

const Running = ({ data, running }: { data: UnitAnswer; running: UnitConsole }) => (
  <ConsolePanel unit={consoleUnit(data.Unit)} running={running} contact={contactWith(running, data.connection)} />
);
