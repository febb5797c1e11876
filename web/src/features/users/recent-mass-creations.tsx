import { chakra, Flex, Heading } from '@chakra-ui/react';
import { Link } from 'react-router';
import { shownTime } from '#core/shown-time.ts';
import { users } from '#core/users/contract.ts';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { RelativeTime } from '#web/components/text/relative-time.tsx';
import { useTimeStyle } from '#web/components/text/time-style.tsx';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { paths } from '#web/lib/page/paths.ts';
import { countOfUsers, massStateBadge } from './mass-create-words.ts';

/** How many lists are shown. */
export const RECENT = { pageSize: 10 } as const;

/** The latest lists of users that were created from the shown dealer. Nothing if there is none. */
export function RecentMassCreations() {
  const style = useTimeStyle();
  const { data } = useEndpoint(users.massCreations, RECENT);
  if (!data || data.items.length === 0) return null;
  return (
    <Flex direction="column" gap="2" maxW="48rem">
      <Heading as="h2" textStyle="sectionTitle">
        Latest lists
      </Heading>
      <chakra.ul aria-label="Latest lists">
        {data.items.map((job) => (
          <chakra.li key={job.massCreation} display="flex" gap="3" py="1" alignItems="center" flexWrap="wrap">
            <chakra.span textDecoration="underline">
              <Link to={paths.massUserCreate(job.massCreation)}>
                {`${countOfUsers(job.total)}, ${shownTime(new Date(job.createdAt), style, { seconds: true })}`}
              </Link>
            </chakra.span>
            <StatusBadge {...massStateBadge(job)} />
            <chakra.span color="fg.muted">
              {`started by ${job.createdBy} `}
              <RelativeTime at={job.createdAt} focusable />
            </chakra.span>
          </chakra.li>
        ))}
      </chakra.ul>
    </Flex>
  );
}
