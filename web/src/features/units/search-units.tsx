import { Cpu } from 'lucide-react';
import { units } from '#core/units/contract.ts';
import { fullUnitID } from '#core/units/unit.ts';
import type { Command } from '#web/components/command-palette/types.ts';
import { call } from '#web/lib/api/api.ts';
import { paths } from '#web/lib/page/paths.ts';

/** The palette's units: any identifier begins with the text. If there are more, the last command opens the list. */
export async function searchUnits(query: string, signal: AbortSignal): Promise<Command[]> {
  const { found, more } = await call(units.quickSearch, { searchText: query }, { signal });
  const isTheOne = found.length === 1 && !more;
  const commands = found.map((unit): Command => {
    const { UnitSerNum, UnitModel, DealerName } = unit;
    return {
      id: `unit ${UnitSerNum}`,
      label: [UnitSerNum, fullUnitID(unit)].filter(Boolean).join(' · '),
      hint: `${isTheOne ? 'Unit Found! ' : ''}${UnitModel}, ${DealerName}`,
      href: paths.unit(UnitSerNum),
      icon: <Cpu />,
    };
  });
  if (!more) return commands;
  const everything: Command = {
    id: `units like ${query}`,
    label: 'More found: show them in the list',
    href: paths.units({ searchText: query }),
    icon: <Cpu />,
  };
  return [...commands, everything];
}
