import { Cable, ListTree, SquareTerminal, Unplug } from 'lucide-react';
import { createElement } from 'react';
import { units } from '#core/units/contract.ts';
import type { Unit } from '#core/units/unit.ts';
import type { Command } from '#web/components/command-palette/types.ts';
import type { LinkTab } from '#web/components/page/link-tabs.tsx';
import { usePageCommands } from '#web/lib/page/page-commands.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useMay } from '#web/lib/session/session.tsx';
import { connectionOf, contactWith, type UnitConsole } from '#web/shared/consoles/unit-console.tsx';
import { useSetReporting } from '../use-set-reporting.ts';

interface UnitCommandFacts {
  tabs: readonly LinkTab[];
  toggleConsole?: () => void;
  running?: UnitConsole;
}

/** The palette's commands for the unit on screen. */
export function useUnitCommands(unit: Unit, { tabs, toggleConsole, running }: UnitCommandFacts) {
  const { UnitSerNum, Report } = unit;
  const setReporting = useSetReporting();
  const mayReport = useMay(units.setReporting.access);
  const commands: Command[] = tabs.map(({ id, label, to }, index) => ({
    id: `unit tab ${id}`,
    label: `Show ${label}`,
    hint: UnitSerNum,
    href: `${paths.unit(UnitSerNum).split('?')[0]}${to}`,
    icon: createElement(ListTree),
    shortcut: [String(index + 1)],
  }));
  if (mayReport) {
    commands.push({
      id: 'unit reporting',
      label: Report === 1 ? 'Switch reporting off' : 'Switch reporting on',
      hint: UnitSerNum,
      run: () => void setReporting(unit),
    });
  }
  if (toggleConsole && running) {
    const { console } = running;
    const connection = connectionOf(running);
    const isRebooting = contactWith(running, { connected: false }) === 'rebooting';
    const isOpen = connection === 'connected' || connection === 'connecting' || isRebooting;
    commands.push(
      {
        id: 'unit console',
        label: 'Show or hide the console',
        hint: UnitSerNum,
        icon: createElement(SquareTerminal),
        shortcut: ['c'],
        run: toggleConsole,
      },
      {
        id: 'unit connect',
        label: isOpen ? 'Disconnect the console' : 'Connect the console',
        hint: UnitSerNum,
        icon: createElement(isOpen ? Unplug : Cable),
        run: () => console.give({ kind: isOpen ? 'disconnect' : 'connect' }),
      },
    );
  }
  usePageCommands({ id: 'unit', label: `Unit ${UnitSerNum}`, commands });
}
