import { AppWindow, SlidersHorizontal } from 'lucide-react';
import type { Command, CommandGroup } from '#web/components/command-palette/types.ts';
import { anchorOf } from '#web/components/page/anchor.ts';
import type { Screen } from '#web/lib/page/screen.ts';
import type { Session } from '#web/lib/session/session.tsx';

/** The screens that the user may open and that need no parameters, and the parts of each. */
export function screenCommands(all: readonly Screen[], { may }: Pick<Session, 'may'>): CommandGroup[] {
  const screens = all.filter(({ access, parent }) => parent === undefined && may(access));
  return [
    { id: 'screens', label: 'Screens', commands: screens.map(screenCommand) },
    {
      id: 'settings',
      label: 'Settings',
      onlyAsked: true,
      commands: screens.flatMap(({ path, title: screen, parts = [] }) =>
        parts
          .filter(({ access }) => access === undefined || may(access))
          .map(
            ({ title, labels = [] }): Command => ({
              id: `part ${path}#${anchorOf(title)}`,
              label: title,
              hint: screen,
              keywords: labels,
              href: `${path}#${anchorOf(title)}`,
              icon: <SlidersHorizontal />,
            }),
          ),
      ),
    },
  ];
}

function screenCommand({ path, title, navigation }: Screen): Command {
  const Icon = navigation?.icon ?? AppWindow;
  return {
    id: `screen ${path}`,
    label: title,
    href: path,
    icon: <Icon />,
    ...(navigation?.section && { hint: navigation.section }),
    ...(navigation?.key && { shortcut: ['g', navigation.key] }),
  };
}
