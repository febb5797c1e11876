import { expect, it } from 'vitest';
import { messageBody } from '#platform/aws/message-body.ts';

/** The characters that SQS accepts (SendMessage, MessageBody), without those of two UTF-16 units. */
const TAKEN = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd]*$/;

it('a message body contains any text in characters that SQS accepts', () => {
  const everything = Array.from({ length: 0x10000 }, (_, code) => `${String.fromCharCode(code)} `).join('');
  for (const text of [everything, '🐕‍🦺 \u{1fffe} \u{10ffff}', 'half \ud800', '\\ufffe \\\uffff']) {
    const body = messageBody({ text, [text]: 1 });
    expect(TAKEN.test(body)).toBe(true);
    expect(JSON.parse(body)).toEqual({ text, [text]: 1 });
  }
});
