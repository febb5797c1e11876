import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router';
import { fullUnitID, type Unit } from '#core/units/unit.ts';
import { paths } from '#web/lib/page/paths.ts';
import { Panel, PanelList, PanelRow } from './panel.tsx';

/** The units that the person has pinned; hidden without any. */
export function PinnedUnitsPanel({ units }: { units: readonly Unit[] }) {
  if (units.length === 0) return null;
  return (
    <Panel title="Pinned units">
      <PanelList>
        {units.map((unit) => (
          <li key={unit.UnitSerNum}>
            <PanelRow asChild>
              <Link to={paths.unit(unit.UnitSerNum)}>
                <chakra.span textStyle="identifier" flex="1">
                  {[unit.UnitSerNum, fullUnitID(unit)].filter(Boolean).join(' · ')}
                </chakra.span>
                <chakra.span color="fg.muted">{unit.UnitModel}</chakra.span>
              </Link>
            </PanelRow>
          </li>
        ))}
      </PanelList>
    </Panel>
  );
}
