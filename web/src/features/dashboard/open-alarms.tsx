import { Flex } from '@chakra-ui/react';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { TextLink } from '#web/components/text/text-link.tsx';
import { paths } from '#web/lib/page/paths.ts';

/** The alarms that nobody has closed, with the way to them. */
export const OpenAlarms = ({ count, more }: { count: number; more: boolean }) => (
  <Flex align="center" gap="3" wrap="wrap" borderWidth="1px" borderRadius="l2" bg="bg.panel" px="4" py="2.5">
    <StatusBadge tone="danger" label={wordsOf(count, more)} look="plain" />
    <TextLink to={paths.alarms}>Show the open alarms</TextLink>
  </Flex>
);

const wordsOf = (count: number, more: boolean) =>
  count === 1 && !more ? '1 alarm is open' : `${count.toLocaleString('en')}${more ? ' or more' : ''} alarms are open`;
