import { chakra } from '@chakra-ui/react';
import { dealers } from '#core/dealers/contract.ts';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useMay } from '#web/lib/session/session.tsx';

const SHOWN = 50;

/** The first users of a dealer: a short list inside its dialog, without the pages and columns of a list page. */
export function DealerUsers({ DealerKey }: { DealerKey: number }) {
  const may = useMay(dealers.users.access);
  const { data } = useEndpoint(dealers.users, may ? { DealerKey, pageSize: SHOWN } : null);
  if (!data) return null;
  return (
    <chakra.section aria-label="Users" mt="6">
      <chakra.h3 textStyle="sectionTitle" mb="1">
        Users
      </chakra.h3>
      {data.items.length === 0 && <chakra.p color="fg.muted">Nobody yet.</chakra.p>}
      <ul>
        {data.items.map((user) => (
          <chakra.li key={user.UserKey} display="flex" gap="3" py="1" flexWrap="wrap">
            <chakra.span flex="1" minW="0" overflowWrap="anywhere">
              {`${user.UserFirstName} ${user.UserLastName}`}
              <chakra.span color="fg.muted">{` · ${user.UserName}`}</chakra.span>
            </chakra.span>
            {user.UserStatus !== 1 && <StatusBadge tone="muted" label="Disabled" look="plain" />}
          </chakra.li>
        ))}
      </ul>
      {data.cursor && <chakra.p color="fg.muted">{`Only the first ${SHOWN} are shown.`}</chakra.p>}
    </chakra.section>
  );
}
