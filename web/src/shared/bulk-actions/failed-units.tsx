import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router';
import type { BulkActionRow } from '#core/bulk-actions/bulk-action.ts';
import { paths } from '#web/lib/page/paths.ts';

const SHOWN = 8;

/** The first units that failed, with the reasons. */
export function FailedUnits({ rows }: { rows: readonly BulkActionRow[] }) {
  const failed = rows.filter(({ state }) => state === 'failed');
  if (failed.length === 0) return null;
  const more = failed.length - SHOWN;
  return (
    <chakra.section aria-label="Failed units" borderWidth="1px" borderRadius="l2" overflow="hidden">
      <chakra.ul maxH="14rem" overflowY="auto">
        {failed.slice(0, SHOWN).map(({ UnitSerNum, reason }) => (
          <chakra.li
            key={UnitSerNum}
            display="flex"
            gap="3"
            px="3"
            py="1.5"
            borderTopWidth="1px"
            borderColor="border.subtle"
            _first={{ borderTopWidth: 0 }}
          >
            <UnitLink asChild>
              <Link to={paths.unit(UnitSerNum)}>{UnitSerNum}</Link>
            </UnitLink>
            <chakra.span color="fg.muted" overflowWrap="anywhere">
              {reason ?? 'No reason was given'}
            </chakra.span>
          </chakra.li>
        ))}
        {more > 0 && (
          <chakra.li
            px="3"
            py="1.5"
            borderTopWidth="1px"
            color="fg.muted"
          >{`and ${more.toLocaleString('en')} more`}</chakra.li>
        )}
      </chakra.ul>
    </chakra.section>
  );
}

const UnitLink = chakra('a', {
  base: {
    textStyle: 'identifier',
    fontWeight: '600',
    borderRadius: 'l1',
    focusVisibleRing: 'outside',
    _hover: { textDecoration: 'underline' },
  },
});
