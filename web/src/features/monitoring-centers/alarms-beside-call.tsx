import { Flex } from '@chakra-ui/react';
import { alarmCountOf } from '#core/monitoring-centers/board.ts';
import { TextLink } from '#web/components/text/text-link.tsx';
import { paths } from '#web/lib/page/paths.ts';
import { NewAlarms } from './new-alarms.tsx';
import { newestOf, useBoard } from './use-board.ts';

/** Beside an open call: the way back to the open alarms, and the sound of a new one. */
export function AlarmsBesideCall() {
  const { data } = useBoard({});
  const count = data && alarmCountOf(data)?.toLocaleString('en');
  return (
    <Flex align="center" columnGap="4" rowGap="1" wrap="wrap">
      <TextLink to={paths.monitoringCentre()}>
        {count === undefined ? 'Open alarms' : `Open alarms (${count})`}
      </TextLink>
      <NewAlarms newestAt={newestOf(data)} />
    </Flex>
  );
}
