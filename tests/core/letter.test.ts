import { describe, expect, it } from 'vitest';
import { letterOf } from '#core/letter.ts';

const LINK = 'https://watchkeep.example/resetPassword?token=a-b&x=1';
const BODY = `Choose your password:\n${LINK}\n\nThe link works once.`;

describe('a mail', () => {
  it('greets, says what it has to say, and names its sender, in both forms', () => {
    const { text, html } = letterOf(BODY, { name: 'Ann', dealerName: 'Northwind' });
    expect(text).toBe(`Hello Ann,\n\n${BODY}\n\nNorthwind, with Watchkeep`);
    for (const words of ['Hello Ann,', 'Choose your password:', 'The link works once.', 'Northwind, with Watchkeep'])
      expect(html).toContain(words);
    expect(html.match(/<p /g)).toHaveLength(3);
  });

  it('has no names but that of the product without an addressee', () => {
    const { text, html } = letterOf(BODY);
    expect(text).toBe(`Hello,\n\n${BODY}\n\nWatchkeep`);
    expect(html).toContain('>Watchkeep<');
  });

  it('makes a line that is an address a link, and only that', () => {
    const { html } = letterOf(`${LINK}\n\nSee https://evil.example now`);
    expect([...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([LINK.replace('&', '&amp;')]);
  });

  it('has each name in one line, so that a name writes no paragraph and no link', () => {
    const evil = 'Eve,\n\nYour account is locked:\nhttps://evil.example/x\n\nBye';
    for (const addressee of [{ name: evil }, { dealerName: evil }, { name: evil, dealerName: evil }]) {
      const { text, html } = letterOf(BODY, addressee);
      expect(text.split('\n\n')).toHaveLength(4);
      expect(text.split('\n')).not.toContain('https://evil.example/x');
      expect([...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([LINK.replace('&', '&amp;')]);
      expect(html.match(/<p /g)).toHaveLength(3);
    }
  });

  it('contains no markup that somebody typed', () => {
    const { html } = letterOf('<img src=x onerror=alert(1)> "and" it\'s', {
      name: '<b>Eve</b>',
      dealerName: '<script>alert(1)</script>',
    });
    expect(html).not.toMatch(/<(img|b|script)[ >]/);
    expect(html).toContain('&lt;script&gt;');
  });
});
