import { describe, expect, it } from 'vitest';
import { browserWords } from '#core/user-settings/own-session.ts';
import { changesOf, needsPassword } from '#core/user-settings/own-settings.ts';

const before = {
  UserName: 'nora',
  UserEmail: 'nora@example.com',
  UserFirstName: 'Nora',
  UserLastName: 'Whitfield',
};

describe('the changes of a save', () => {
  it('are none if every field is equal or missing [P2-V30]', () => {
    expect(changesOf(before, before)).toEqual({});
    expect(changesOf(before, {})).toEqual({});
  });

  it('are the different fields, of these four only', () => {
    const wanted = { ...before, UserLastName: 'Whitfield-Tan', UserStatus: 0 };
    expect(changesOf(before, wanted)).toEqual({ UserLastName: 'Whitfield-Tan' });
  });

  it('need the password if codes and links would go elsewhere', () => {
    expect(needsPassword({ UserEmail: 'eve@example.com' })).toBe(true);
    expect(needsPassword({ UserName: 'eve' })).toBe(false);
  });
});

describe('the browser of a session', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_6) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      'Safari on macOS',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/130.0 Mobile/15E148 Safari/604.1',
      'Chrome on iOS',
    ],
    ['<script>alert(1)</script>', 'Unknown browser'],
    [undefined, 'Unknown browser'],
  ])('%s is %s', (userAgent, words) => {
    expect(browserWords(userAgent)).toBe(words);
  });
});
