import { describe, expect, it } from 'vitest';
import {
  answersTo,
  encodeMessage,
  encodeResponse,
  type OutgoingMessage,
  type SipResponse,
} from '#protocol/sip/message.ts';
import { readSip } from '#protocol/sip/read.ts';
import { withMessage } from '#support/with-message.ts';

const MESSAGE: OutgoingMessage = {
  ...{ uri: 'sips:alarms@receiver.example.net:5061', to: 'sips:alarms@receiver.example.net' },
  ...{ from: 'sips:watchkeep@receiver.example.net', tag: '49583', transport: 'TLS', branch: 'z9hG4bK776sgdkse' },
  ...{ callId: 'asd88asd77a', sequence: 2, contentType: 'application/scaip+xml', body: '<mrq><ste>Ö</ste></mrq>' },
};
const requestOf = (message = MESSAGE) => {
  const read = readSip(encodeMessage(message));
  if (read?.message.kind !== 'request') throw new Error('No request');
  return read.message;
};

describe('a request MESSAGE', () => {
  it('has the headers of RFC 3428 and the length of its body in bytes', () => {
    expect(encodeMessage(MESSAGE).toString()).toBe(
      [
        'MESSAGE sips:alarms@receiver.example.net:5061 SIP/2.0',
        'Via: SIP/2.0/TLS watchkeep.invalid;branch=z9hG4bK776sgdkse;alias',
        'Max-Forwards: 70',
        'To: <sips:alarms@receiver.example.net>',
        'From: <sips:watchkeep@receiver.example.net>;tag=49583',
        'Call-ID: asd88asd77a',
        'CSeq: 2 MESSAGE',
        'Content-Type: application/scaip+xml',
        'Content-Length: 24',
        '',
        '<mrq><ste>Ö</ste></mrq>',
      ].join('\r\n'),
    );
  });

  it('has the answer to a challenge', () => {
    const login = { header: 'Proxy-Authorization', value: 'Digest username="a"' } as const;
    expect(requestOf({ ...MESSAGE, login }).headers.get('proxy-authorization')).toEqual(['Digest username="a"']);
  });

  it.each(['uri', 'to', 'from', 'tag', 'branch', 'callId', 'contentType'] as const)(
    'is not written if its %s begins another line',
    (part) => {
      for (const ending of ['\r\n', '\n', '\r', '\0'])
        expect(() => encodeMessage({ ...MESSAGE, [part]: `a${ending}X: b` })).toThrow(
          withMessage('A header of SIP has a control character'),
        );
    },
  );
});

describe('a response', () => {
  const response = (sent = MESSAGE) =>
    readSip(encodeResponse(requestOf(sent), { status: 200, reason: 'OK', tag: 'a6c85cf' }))!.message as SipResponse;

  it('repeats the headers of its request, and adds the tag of its sender', () => {
    const { status, headers } = response();
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toEqual({
      via: ['SIP/2.0/TLS watchkeep.invalid;branch=z9hG4bK776sgdkse;alias'],
      to: ['<sips:alarms@receiver.example.net>;tag=a6c85cf'],
      from: ['<sips:watchkeep@receiver.example.net>;tag=49583'],
      'call-id': ['asd88asd77a'],
      cseq: ['2 MESSAGE'],
      'content-length': ['0'],
    });
  });

  it('belongs to the request with its branch, number and call alone', () => {
    expect(answersTo(response(), MESSAGE)).toBe(true);
    for (const other of [{ branch: 'z9hG4bKother' }, { sequence: 1 }, { callId: 'other' }])
      expect(answersTo(response({ ...MESSAGE, ...other }), MESSAGE), JSON.stringify(other)).toBe(false);
    const changed = new Map([...response().headers, ['cseq', ['2 OPTIONS']]]);
    expect(answersTo({ ...response(), headers: changed }, MESSAGE)).toBe(false);
    expect(answersTo({ ...response(), headers: new Map() }, MESSAGE)).toBe(false);
  });
});
