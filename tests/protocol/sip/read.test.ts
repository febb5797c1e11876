import { describe, expect, it } from 'vitest';
import { MAX_SIP_BODY_BYTES, MAX_SIP_HEAD_BYTES, readSip, SipProblem } from '#protocol/sip/read.ts';
import { between, oneOf, seeded, someBytes } from '../random.ts';

const lines = (...all: string[]) => Buffer.from(all.join('\r\n'));

// RFC 3428, section 10: the request F1 and its response F4.
const REQUEST = lines(
  'MESSAGE sip:user2@domain.com SIP/2.0',
  'Via: SIP/2.0/TCP user1pc.domain.com;branch=z9hG4bK776sgdkse',
  'Max-Forwards: 70',
  'From: sip:user1@domain.com;tag=49583',
  'To: sip:user2@domain.com',
  'Call-ID: asd88asd77a@1.2.3.4',
  'CSeq: 1 MESSAGE',
  'Content-Type: text/plain',
  'Content-Length: 18',
  '',
  'Watson, come here.',
);
const RESPONSE = lines(
  'SIP/2.0 200 OK',
  'Via: SIP/2.0/TCP user1pc.domain.com;branch=z9hG4bK776sgdkse;received=1.2.3.4',
  'From: sip:user1@domain.com;tag=49583',
  'To: sip:user2@domain.com;tag=ab8asdasd9',
  'Call-ID: asd88asd77a@1.2.3.4',
  'CSeq: 1 MESSAGE',
  'Content-Length: 0',
  '',
  '',
);
/** Folded headers, compact names, any case, white space before colons, as RFC 4475, section 3.1.1.1 has them. */
const ODD = lines(
  'sip/2.0 401 ',
  'v: SIP / 2.0 / TCP 192.0.2.2;branch=z9hG4bKkdjuw',
  'TO :',
  ' sip:vivekg@chair-dnrc.example.com ;   tag    = 1918181833n',
  'f: "J Rosenberg \\\\\\"" <sip:jdrosen@example.com>',
  '  ;',
  '  tag = 98asjd8',
  'i: 98asdh@192.0.2.1',
  'cseq: 0009',
  '  MESSAGE',
  'WWW-authenticate: Digest realm="a"',
  'www-Authenticate:Digest realm="b"',
  'NewFangledHeader:   newfangled value',
  ' continued newfangled value',
  'l: 5',
  '',
  'Ünd.',
);
const STREAM = Buffer.concat([Buffer.from('\r\n\r\n'), REQUEST, RESPONSE, Buffer.from('\r\n'), ODD]);

/** All messages of a stream that comes in these parts, or the problem that ends it. */
function readAll(parts: readonly Buffer[]) {
  const found: unknown[] = [];
  let unread = Buffer.alloc(0);
  try {
    for (const part of parts) {
      unread = Buffer.concat([unread, part]);
      for (let read = readSip(unread); read; read = readSip(unread)) {
        const { headers, body, ...start } = read.message;
        found.push({ ...start, headers: Object.fromEntries(headers), body: body.toString() });
        unread = Buffer.from(read.rest);
      }
    }
  } catch (error) {
    if (!(error instanceof SipProblem)) throw error;
    found.push(error.message);
  }
  return found;
}

function anySplit(random: () => number, bytes: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + between(random, 1, oneOf(random, [1, 3, 40, 400]));
    parts.push(bytes.subarray(at, end));
    at = end;
  }
  return parts;
}

describe('a stream of SIP', () => {
  it('has the messages of RFC 3428', () => {
    expect(readAll([REQUEST, RESPONSE])).toEqual([
      {
        ...{ kind: 'request', method: 'MESSAGE', uri: 'sip:user2@domain.com', body: 'Watson, come here.' },
        headers: expect.objectContaining({ 'max-forwards': ['70'], 'content-type': ['text/plain'] }),
      },
      {
        ...{ kind: 'response', status: 200, body: '' },
        headers: expect.objectContaining({ to: ['sip:user2@domain.com;tag=ab8asdasd9'], cseq: ['1 MESSAGE'] }),
      },
    ]);
  });

  it('has folded headers, compact names, and names in any case', () => {
    expect(readAll([ODD])).toEqual([
      {
        ...{ kind: 'response', status: 401, body: 'Ünd.' },
        headers: {
          via: ['SIP / 2.0 / TCP 192.0.2.2;branch=z9hG4bKkdjuw'],
          to: ['sip:vivekg@chair-dnrc.example.com ;   tag    = 1918181833n'],
          from: ['"J Rosenberg \\\\\\"" <sip:jdrosen@example.com> ; tag = 98asjd8'],
          'call-id': ['98asdh@192.0.2.1'],
          cseq: ['0009 MESSAGE'],
          'www-authenticate': ['Digest realm="a"', 'Digest realm="b"'],
          newfangledheader: ['newfangled value continued newfangled value'],
          'content-length': ['5'],
        },
      },
    ]);
  });

  it('has spaces for its tabs, so that a header can be sent back', () => {
    const [message] = readAll([lines('SIP/2.0 200 OK', 'From:\t"A\tB" <sip:a@b>;\ttag=1', 'l: 0', '', '')]);
    expect(message).toMatchObject({ headers: { from: ['"A B" <sip:a@b>; tag=1'] } });
  });

  it('has the same messages however it is split', () => {
    const random = seeded(20261127);
    const whole = readAll([STREAM]);
    expect(whole).toHaveLength(3);
    for (let run = 0; run < 1000; run++) expect(readAll(anySplit(random, STREAM))).toEqual(whole);
  });

  it('has the same messages or problem however it is split when it is damaged', () => {
    const random = seeded(3428);
    for (let run = 0; run < 3000; run++) {
      const damaged = Buffer.from(STREAM);
      const at = between(random, 0, damaged.length - 8);
      damaged.set(someBytes(random, between(random, 1, 8)), at);
      expect(readAll(anySplit(random, damaged))).toEqual(readAll([damaged]));
    }
  });

  it.each([
    ['HTTP/1.1 200 OK', 'its first line is wrong'],
    ['SIP/2.0 700 No', 'its first line is wrong'],
    ['SIP/3.0 200 OK', 'its first line is wrong'],
    ['message sip:a@b SIP/2.0', 'its first line is wrong'],
    ['SIP/2.0 200 OK\nX: 1', 'it has control characters'],
    ['SIP/2.0 200 OK\r\nX: \0', 'it has control characters'],
    ['SIP/2.0 200 OK\r\nno name', 'a header has no name'],
    ['SIP/2.0 200 OK\r\n: no name', 'a header has no name'],
    ['SIP/2.0 200 OK\r\nl: 0', 'it does not say its length once'],
    ['SIP/2.0 200 OK\r\nl: 1', 'it does not say its length once'],
  ])('is refused: %j', (start, problem) => {
    expect(readAll([lines(start, 'Content-Length: 0', '', '')])).toEqual([
      `The answer is not a message of SIP: ${problem}`,
    ]);
  });

  it.each(['', '-1', '1.5', '0x1', '1 1', '99999999999'])('is refused with the length "%s"', (length) => {
    expect(readAll([lines('SIP/2.0 200 OK', `Content-Length: ${length}`, '', '')])).toEqual([
      'The answer is not a message of SIP: it does not say its length once',
    ]);
  });

  it('is refused without a length, and over its bounds at once', () => {
    const start = 'SIP/2.0 200 OK';
    expect(readAll([lines(start, '', '')])).toEqual([
      'The answer is not a message of SIP: it does not say its length once',
    ]);
    const tooLong = 'The answer is not a message of SIP: its headers are too long';
    expect(readAll([lines(start, `X: ${'x'.repeat(MAX_SIP_HEAD_BYTES)}`)])).toEqual([tooLong]);
    const longest = `X: ${'x'.repeat(MAX_SIP_HEAD_BYTES - start.length - 2 - 'Content-Length: 0'.length - 2 - 3)}`;
    expect(readAll([lines(start, longest, 'Content-Length: 0', '', '')])).toMatchObject([{ status: 200 }]);
    expect(readAll([lines(start, `${longest}x`, 'Content-Length: 0', '', '')])).toEqual([tooLong]);
    expect(readAll([lines(start, `Content-Length: ${MAX_SIP_BODY_BYTES + 1}`, '', '')])).toEqual([
      'The answer is not a message of SIP: its body is too long',
    ]);
  });
});
