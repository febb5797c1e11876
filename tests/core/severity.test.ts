import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ACTIONS, type Weight } from '#core/severity.ts';

const actions = Object.entries(ACTIONS) as [string, Weight][];

describe('the severity of actions', () => {
  it('is an acknowledged consequence for what stops help', () => {
    for (const [name, weight] of actions)
      if (weight.severity === 'stopsHelp')
        for (const sentence of weight.acknowledgements) expect(sentence, name).toMatch(/^[A-Z].*(help|alarms).*\.$/);
  });

  it.each([
    'switchReportingOff',
    'switchReportingOffForMany',
    'rebootUnit',
    'giveSecret',
    'withdrawSecret',
    'swapBoard',
    'lockOutUnproven',
  ] as const)('is stopsHelp for %s', (name) => expect(ACTIONS[name].severity).toBe('stopsHelp'));

  it('is taken from the table by every question of a screen', () => {
    const screens = globSync('web/src/{app,features,lib,shared}/**/*.{ts,tsx}');
    const own = screens.filter((file) => /severity:|acknowledgements:/.test(readFileSync(file, 'utf8')));
    expect(own).toEqual([]);
  });
});
