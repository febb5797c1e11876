import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router';
import { UNIT_READERS } from '#core/units/access.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useRecentUnits } from '#web/lib/page/recent-units.ts';
import { useMay } from '#web/lib/session/session.tsx';
import { Panel, PanelList, PanelRow } from './panel.tsx';

/** The first six are what the screens show (DECISIONS, "Everywhere"). */
const SHOWN = 6;

/** The units opened last on this machine. Hidden for who may not open units. */
export function RecentUnitsPanel() {
  const units = useRecentUnits().slice(0, SHOWN);
  const mayOpen = useMay(UNIT_READERS);
  if (!mayOpen) return null;
  return (
    <Panel title="Recent units">
      {units.length === 0 ? (
        <chakra.p color="fg.muted">Units that you open appear here, so that you find them again.</chakra.p>
      ) : (
        <PanelList>
          {units.map(({ UnitSerNum, UnitModel }) => (
            <li key={UnitSerNum}>
              <PanelRow asChild>
                <Link to={paths.unit(UnitSerNum)}>
                  <chakra.span textStyle="identifier" flex="1">
                    {UnitSerNum}
                  </chakra.span>
                  <chakra.span color="fg.muted">{UnitModel}</chakra.span>
                </Link>
              </PanelRow>
            </li>
          ))}
        </PanelList>
      )}
    </Panel>
  );
}
