import { describe, expect, it } from 'vitest';
import { fuzzyMatch } from '#web/components/command-palette/fuzzy.ts';
import { rankCommands, rememberRecent } from '#web/components/command-palette/rank.ts';

const command = (label: string, more: { hint?: string; keywords?: string[] } = {}) => ({
  id: label,
  label,
  href: '/',
  ...more,
});
const labels = (query: string, ...commands: ReturnType<typeof command>[]) =>
  rankCommands(query, commands).map(({ command }) => command.label);

describe('fuzzyMatch', () => {
  it('matches letters in order and says where', () => {
    expect(fuzzyMatch('dom', 'Open domain')?.positions).toEqual([5, 6, 7]);
    expect(fuzzyMatch('od', 'Open domain')?.positions).toEqual([0, 5]);
    expect(fuzzyMatch('nepo', 'Open')).toBeUndefined();
  });

  it('matches every word, in any order', () => {
    expect(fuzzyMatch('list cust', 'Customer list')).toBeDefined();
    expect(fuzzyMatch('list cost', 'Customer list')).toBeUndefined();
  });

  it('does not match letters strewn over a text by chance', () => {
    expect(fuzzyMatch('sale', 'Users and their last levels')).toBeUndefined();
  });

  it('matches everything where nothing was asked', () => {
    expect(fuzzyMatch('  ', 'anything')).toBeDefined();
  });
});

describe('rankCommands', () => {
  it('puts a beginning before a word inside, and that before the middle of a word', () => {
    expect(labels('port', command('Airports'), command('A port'), command('Port list'))).toEqual([
      'Port list',
      'A port',
      'Airports',
    ]);
  });

  it('finds by initials', () => {
    expect(labels('fdr', command('Friendly report'), command('Failed download report'))[0]).toBe(
      'Failed download report',
    );
  });

  it('finds by keyword and hint, after those found by label', () => {
    expect(labels('mail', command('Messages', { keywords: ['mail'] }), command('Mail room'))).toEqual([
      'Mail room',
      'Messages',
    ]);
    expect(labels('north', command('Ann', { hint: 'North office' }))).toEqual(['Ann']);
  });

  it('keeps the order given where nothing was asked', () => {
    expect(labels('', command('b'), command('a'))).toEqual(['b', 'a']);
  });
});

it('remembers the newest first, each once, and no more than asked', () => {
  expect(rememberRecent(['a', 'b', 'c'], 'c', 3)).toEqual(['c', 'a', 'b']);
  expect(rememberRecent(['a', 'b', 'c'], 'd', 3)).toEqual(['d', 'a', 'b']);
});
