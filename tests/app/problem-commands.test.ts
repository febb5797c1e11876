import { describe, expect, it } from 'vitest';
import { type Holder, mayAccess } from '#core/access.ts';
import { problemCommands } from '#web/app/frame/problem-commands.tsx';
import { rankCommands } from '#web/components/command-palette/use-found-commands.ts';

const commandsOf = (holder: Holder) =>
  problemCommands({
    may: (access) => mayAccess(access, holder),
    has: (flag) => holder.flags.includes(flag),
  }).flatMap(({ commands = [] }) => commands);

const holder = (...flags: Holder['flags']): Holder => ({ userType: 1, flags, home: { dealerKey: 22 } });

describe('the palette finds problems', () => {
  it.each([
    ['silent', 'Silent', '/unitManagement?condition=silent'],
    ['attention', 'Needs attention', '/unitManagement?condition=attention'],
    ['reporting off', 'Reporting off', '/unitManagement?UnitStatus=9&Report=0'],
    ['sim trouble', 'SIM deactivated', undefined],
  ])('by %s', (typed, label, href) => {
    const found = rankCommands(typed, commandsOf(holder('UNIT'))).map(({ item }) => item);
    const command = found.find((one) => one.label === label);
    expect(command, found.map((one) => one.label).join(', ')).toBeDefined();
    if (href) expect(command!.href).toBe(href);
  });

  it('once each, also for people to whom two SIM states are one', () => {
    const labels = commandsOf(holder('UNIT')).map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
  });

  it('only for people who see units', () => {
    expect(commandsOf(holder('ORDERS'))).toEqual([]);
  });
});
