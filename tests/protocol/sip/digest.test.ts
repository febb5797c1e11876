import { describe, expect, it } from 'vitest';
import { answerChallenge, parametersOf } from '#protocol/sip/digest.ts';

// RFC 7616, section 3.9.1, whose algorithms RFC 8760 takes over into SIP.
const LOGIN = { userName: 'Mufasa', password: 'Circle of Life' };
const ASKED = {
  ...{ method: 'GET', uri: '/dir/index.html' },
  clientNonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
};
const challenge = (algorithm: string) =>
  `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, ` +
  'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"';

const answered = (...challenges: string[]) => {
  const answer = answerChallenge(challenges, LOGIN, ASKED);
  return answer === undefined ? undefined : Object.fromEntries(parametersOf(answer)!);
};

describe('the answer to a challenge', () => {
  it.each([
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ])('is that of RFC 7616 with %s', (algorithm, response) => {
    expect(answered(challenge(algorithm))).toEqual({
      ...{ username: 'Mufasa', realm: 'http-auth@example.org', uri: '/dir/index.html', algorithm, response },
      ...{ nonce: '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v', nc: '00000001', cnonce: ASKED.clientNonce },
      ...{ qop: 'auth', opaque: 'FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS' },
    });
  });

  it('is for the first challenge that is supported', () => {
    const all = ['SHA-512-256', 'SHA-256', 'MD5'].map(challenge);
    expect(answered(...all)?.algorithm).toBe('SHA-256');
    expect(answered(...all.toReversed())?.algorithm).toBe('MD5');
    expect(answered('Basic realm="a"', 'Digest realm="a', challenge('md5'))?.algorithm).toBe('md5');
  });

  it('uses MD5 if the challenge names none, and keeps escaped characters', () => {
    const answer = answered(String.raw`digest realm="a \"b\", c",nonce="n",qop=auth`);
    expect(answer).toMatchObject({
      realm: String.raw`a \"b\", c`,
      nonce: 'n',
      response: expect.stringMatching(/^.{32}$/),
    });
    expect(answer).not.toHaveProperty('algorithm');
    expect(answer).not.toHaveProperty('opaque');
  });

  it.each([
    '',
    'Digest ',
    'Basic realm="a"',
    challenge('SHA-512-256'),
    'Digest realm="a", nonce="n"',
    'Digest realm="a", nonce="n", qop="auth-int"',
    'Digest realm="a", qop="auth"',
    'Digest nonce="n", qop="auth"',
    'Digest realm="a", realm="b", nonce="n", qop="auth"',
    'Digest realm="a", nonce="n, qop="auth"',
    'Digest realm=a"b, nonce="n", qop="auth"',
  ])('is none for %s', (text) => {
    expect(answered(text)).toBeUndefined();
  });
});
