import { describe, expect, it } from 'vitest';
import { rememberRecent } from '#web/components/command-palette/recent.ts';
import { rankCommands } from '#web/components/command-palette/use-found-commands.ts';
import { findMatches } from '#web/components/search/find-matches.ts';

const command = (label: string, more: { hint?: string; keywords?: string[] } = {}) => ({
  id: label,
  label,
  href: '/',
  ...more,
});
const labels = (query: string, ...commands: ReturnType<typeof command>[]) =>
  rankCommands(query, commands).map(({ item }) => item.label);

const matches = (query: string, text: string) => findMatches(query, [text], { text: String }).length === 1;

describe('findMatches', () => {
  it('matches a part of a text or its initials', () => {
    expect(matches('dom', 'Open domain')).toBe(true);
    expect(matches('od', 'Open domain')).toBe(true);
    expect(matches('nepo', 'Open')).toBe(false);
  });

  it('matches every word, in any order', () => {
    expect(matches('list cust', 'Customer list')).toBe(true);
    expect(matches('list cost', 'Customer list')).toBe(false);
  });

  it('does not match scattered letters', () => {
    expect(matches('sale', 'Users and their last levels')).toBe(false);
  });

  it('matches everything if the query is empty', () => {
    expect(matches('  ', 'anything')).toBe(true);
  });
});

describe('rankCommands', () => {
  it('ranks the start of a label before the start of a word, and that before the middle of a word', () => {
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

  it('finds by keyword and hint, after matches of the label', () => {
    expect(labels('mail', command('Messages', { keywords: ['mail'] }), command('Mail room'))).toEqual([
      'Mail room',
      'Messages',
    ]);
    expect(labels('north', command('Ann', { hint: 'North office' }))).toEqual(['Ann']);
  });

  it('keeps the given order for an empty query', () => {
    expect(labels('', command('b'), command('a'))).toEqual(['b', 'a']);
  });
});

it('stores the newest first, each once, up to the limit', () => {
  expect(rememberRecent(['a', 'b', 'c'], 'c', 3)).toEqual(['c', 'a', 'b']);
  expect(rememberRecent(['a', 'b', 'c'], 'd', 3)).toEqual(['d', 'a', 'b']);
});
