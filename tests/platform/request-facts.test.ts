import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unprintableParts } from '#core/unprintable.ts';
import { env } from '#platform/aws/env.ts';
import { EDGE_KEY_HEADER, VIEWER_HEADER } from '#platform/http/edge-key.ts';
import { viewerAddress } from '#platform/http/viewer.ts';
import { withMessage } from '#support/with-message.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('an environment variable', () => {
  it('that is missing or invalid is named by its first reader', () => {
    vi.stubEnv('LIVE_URL', undefined);
    expect(() => env('LIVE_URL')).toThrow(
      withMessage('Environment variable LIVE_URL: Invalid input: expected string, received undefined'),
    );
    vi.stubEnv('LIVE_URL', 'no address');
    expect(() => env('LIVE_URL')).toThrow(withMessage('Environment variable LIVE_URL: Invalid URL'));
    vi.stubEnv('SESSION_KEY', 'secret-key');
    expect(() => env('SESSION_KEY')).toThrow(
      withMessage('Environment variable SESSION_KEY: kms:<key arn> or file:<path of a PEM>'),
    );
    vi.stubEnv('LIVE_URL', 'wss://portal.watchkeep.example/live');
    expect(env('LIVE_URL')).toBe('wss://portal.watchkeep.example/live');
  });
});

describe('the address of a viewer', () => {
  const KEY = 'the-key-that-only-the-distribution-knows';
  const NEXT = 'the-key-that-it-will-be-told-of-next-time';
  const addressOf = (viewer: string | undefined, key: string | undefined = KEY) =>
    viewerAddress({
      headers: {
        'x-forwarded-for': '192.0.2.1, 192.0.2.2, 192.0.2.3',
        ...(viewer !== undefined && { [VIEWER_HEADER]: viewer }),
        ...(key !== undefined && { [EDGE_KEY_HEADER]: key }),
      },
      requestContext: { http: { sourceIp: '130.176.0.1' } },
    } as unknown as Parameters<typeof viewerAddress>[0]);
  beforeEach(() => {
    vi.stubEnv('EDGE_KEY', KEY);
  });

  it('is the one that CloudFront saw, whatever the viewer claims', () => {
    expect(addressOf('198.51.100.7')).toBe('198.51.100.7');
    expect(addressOf('2001:db8::7')).toBe('2001:db8::7');
  });

  it('is the one that the gateway saw if no other is given', () => {
    for (const viewer of [undefined, '', 'unknown', '198.51.100.7, 198.51.100.8', 'x'.repeat(9000)])
      expect(addressOf(viewer)).toBe('130.176.0.1');
  });

  it('is the one that the gateway saw for calls that bypass CloudFront, whatever they claim', () => {
    for (const key of [
      '',
      'another',
      KEY.slice(1),
      `${KEY}x`,
      ' ',
      `${KEY}x ${KEY.slice(1)}`,
      `${KEY},${KEY}`,
      '{{resolve:secretsmanager:edge}}',
    ])
      expect(addressOf('1.2.3.4', key), key).toBe('130.176.0.1');
    const past = { headers: { 'x-forwarded-for': '1.2.3.4, 130.176.0.1', [VIEWER_HEADER]: '1.2.3.4' } };
    const event = { ...past, requestContext: { http: { sourceIp: '130.176.0.1' } } };
    expect(viewerAddress(event as unknown as Parameters<typeof viewerAddress>[0])).toBe('130.176.0.1');
  });

  it('is the one that CloudFront saw at every step of a key change', () => {
    const [former, both, next] = [KEY, `${KEY} ${NEXT}`, NEXT];
    const seen = (known: string, shown: string) => {
      vi.stubEnv('EDGE_KEY', known);
      return addressOf('198.51.100.7', shown);
    };
    for (const one of [former, both, next])
      for (const other of [former, both, next])
        expect(seen(one, other)).toBe(
          new Set([one, other]).has(former) && new Set([one, other]).has(next) ? '130.176.0.1' : '198.51.100.7',
        );
  });

  it('cannot be set if the key is missing or invalid', () => {
    for (const none of ['', ' ', `${KEY} `, ` ${KEY}`, `${KEY} short`, `${KEY}  ${NEXT}`, `${KEY}\n`]) {
      vi.stubEnv('EDGE_KEY', none);
      expect(() => addressOf('1.2.3.4', ''), none).toThrow(
        withMessage('Environment variable EDGE_KEY: keys of at least 32 letters, separated by spaces'),
      );
    }
  });
});

describe('unprintable text', () => {
  it('is found in every field, and reported with its path', () => {
    expect(unprintableParts({ a: 'fine', b: ['x', { c: 'bad\u0007' }], d: null, e: 7 })).toEqual([
      { path: 'b.1.c', message: 'Contains unprintable characters' },
    ]);
    expect(unprintableParts({ 'na\u0000me': 1 })).toEqual([{ path: '', message: 'Contains unprintable names' }]);
  });

  it.each(['\ufffe', '\uffff', '\ud83d', '\u001b', '\u007f'])('is found in %j', (sign) => {
    expect(unprintableParts({ name: `Rex${sign}` })).toEqual([
      { path: 'name', message: 'Contains unprintable characters' },
    ]);
  });

  it('is searched for through 20 levels: a deeper value is refused', () => {
    const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`) as unknown;
    expect(unprintableParts(nested(20))).toEqual([]);
    const deeper = [{ path: Array(20).fill('0').join('.'), message: 'Is nested too deeply' }];
    expect(unprintableParts(nested(21))).toEqual(deeper);
    expect(unprintableParts(nested(30_000))).toEqual(deeper);
  });

  it("does not include any language's letters", () => {
    expect(unprintableParts('Grüße, 你好, שלום, 🐕‍🦺, tab\t and\r\nlines')).toEqual([]);
  });
});
