import { describe, expect, it } from 'vitest';
import { ACCESS_FLAGS, mayAccess } from '#core/access.ts';
import { screenCommands } from '#web/app/frame/screen-commands.tsx';
import { SCREENS } from '#web/app/routes.ts';
import { rankCommands } from '#web/components/command-palette/use-found-commands.ts';

/** With every flag that gives access, of the root dealer. */
const ENGINEER = {
  userType: 1,
  flags: ACCESS_FLAGS.filter((flag) => flag !== 'HIDE_CUSTOMER'),
  home: { dealerKey: 1 },
} as const;
const OPERATOR = { userType: 4, flags: [] } as const;
const commandsOf = (holder: typeof ENGINEER | typeof OPERATOR) =>
  screenCommands(SCREENS, { may: (access) => mayAccess(access, holder) }).flatMap(({ commands = [] }) => commands);
const found = (query: string, holder: typeof ENGINEER | typeof OPERATOR = ENGINEER) =>
  rankCommands(query, commandsOf(holder)).map(({ item }) => item.href);

describe('the palette', () => {
  it.each(SCREENS.filter(({ parent }) => parent === undefined))(
    'finds the screen $title by each word of its name',
    ({ title, path }) => {
      for (const word of title.split(' ')) expect(found(word)).toContain(path);
    },
  );

  const parts = SCREENS.flatMap(({ path, parts = [] }) => parts.map((part) => ({ path, ...part })));
  it.each(parts)(
    'finds the setting $title of $path by each word of its name and its labels',
    ({ title, labels = [] }) => {
      const href = commandsOf(ENGINEER).find(({ label }) => label === title)!.href;
      for (const word of [title, ...labels].flatMap((text) => text.split(/[^\p{L}\p{N}-]+/u)).filter(Boolean))
        expect(found(word)).toContain(href);
    },
  );

  it('leads each setting to an address of its own', () => {
    const addresses = commandsOf(ENGINEER).map(({ href }) => href);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it('offers a monitoring centre its view and its settings, and nothing else', () => {
    const offered = commandsOf(OPERATOR).map(({ href }) => href!.replace(/#.*/, ''));
    expect([...new Set(offered)]).toEqual(['/monitoringCenter', '/userSettings']);
  });

  it('hides the rules of a dealer from users who are not engineers', () => {
    const staff = {
      may: (access: (typeof SCREENS)[number]['access']) => mayAccess(access, { userType: 3, flags: ['ADMIN'] }),
    };
    const labels = screenCommands(SCREENS, staff).flatMap(({ commands = [] }) => commands.map(({ label }) => label));
    expect(labels).toContain('Office address');
    expect(labels).not.toContain('Rules of this dealer');
  });
});
