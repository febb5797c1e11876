import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router';
import { paths } from '#web/lib/paths.ts';
import { useRecentUnits } from '#web/lib/recent-units.ts';
import { Panel } from './panel.tsx';

/** The units that were opened last on this machine. */
export function RecentUnitsPanel() {
  const units = useRecentUnits();
  return (
    <Panel title="Recent units">
      {units.length === 0 ? (
        <chakra.p color="fg.muted">Units that you open appear here, so that you find them again.</chakra.p>
      ) : (
        <chakra.ul borderWidth="1px" borderRadius="l2" bg="bg.panel" overflow="hidden">
          {units.map(({ UnitSerNum, UnitModel }) => (
            <chakra.li key={UnitSerNum} _notFirst={{ borderTopWidth: '1px' }}>
              <UnitLink asChild>
                <Link to={paths.unit(UnitSerNum)}>
                  <chakra.span textStyle="identifier">{UnitSerNum}</chakra.span>
                  <chakra.span color="fg.muted">{UnitModel}</chakra.span>
                </Link>
              </UnitLink>
            </chakra.li>
          ))}
        </chakra.ul>
      )}
    </Panel>
  );
}

const UnitLink = chakra('a', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    h: '9',
    px: '4',
    focusVisibleRing: 'inside',
    _hover: { bg: 'bg.muted' },
  },
});
