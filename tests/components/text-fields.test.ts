import { describe, expect, it } from 'vitest';
import { addEmails, looksLikeEmail, splitEmails } from '#web/components/form/email-list.ts';
import { caretAfterDigits, formatPhone, phoneDigits } from '#web/components/form/phone.ts';

describe('phone input', () => {
  it('accepts digits only [P1-V11]', () => {
    expect(phoneDigits('80a1-5b5.5')).toBe('801555');
    expect(phoneDigits('abc')).toBe('');
  });

  it('accepts at most 10 digits [P1-V12]', () => {
    expect(phoneDigits('80155501239999')).toBe('8015550123');
  });

  it('accepts a pasted number with its country code', () => {
    expect(phoneDigits('+1 (801) 555-0123')).toBe('8015550123');
  });

  it('is formatted as far as it was typed [P1-V13 P1-V45]', () => {
    expect(['8', '801', '8015', '801555', '8015550', '8015550123'].map(formatPhone)).toEqual([
      '8',
      '801',
      '(801) 5',
      '(801) 555',
      '(801) 555-0',
      '(801) 555-0123',
    ]);
  });

  it('keeps the caret after the typed digit', () => {
    expect(caretAfterDigits('(801) 555-0123', 0)).toBe(0);
    expect(caretAfterDigits('(801) 555-0123', 3)).toBe(4);
    expect(caretAfterDigits('(801) 555-0123', 4)).toBe(7);
    expect(caretAfterDigits('(801) 555-0123', 10)).toBe(14);
  });
});

describe('e-mail list', () => {
  it('separates pasted addresses', () => {
    expect(splitEmails('a@b.co, c@d.co;e@f.co\n g@h.co')).toEqual(['a@b.co', 'c@d.co', 'e@f.co', 'g@h.co']);
    expect(splitEmails('Ann Other <ann@b.co>, Bob <bob@b.co>')).toEqual(['ann@b.co', 'bob@b.co']);
  });

  it('adds an address once, ignoring case', () => {
    expect(addEmails(['Ann@b.co'], 'ann@B.co bob@b.co')).toEqual(['Ann@b.co', 'bob@b.co']);
  });

  it('recognises the form of an address', () => {
    expect(['a@b.co', 'a.b+c@d-e.co.uk'].every(looksLikeEmail)).toBe(true);
    expect(['a', 'a@b', '@b.co', 'a@.co', 'a b@c.co'].some(looksLikeEmail)).toBe(false);
  });
});
