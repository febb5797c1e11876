import { expect, it } from 'vitest';
import { messageBody } from '#platform/aws/message-body.ts';

/** What SQS takes (SendMessage, MessageBody), without what takes two units of UTF-16. */
const TAKEN = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd]*$/;

it('a message holds any text in characters that SQS takes', () => {
  const everything = Array.from({ length: 0x10000 }, (_, code) => `${String.fromCharCode(code)} `).join('');
  for (const text of [everything, '🐕‍🦺 \u{1fffe} \u{10ffff}', 'half \ud800', '\\ufffe \\\uffff']) {
    const body = messageBody({ text, [text]: 1 });
    expect(TAKEN.test(body)).toBe(true);
    expect(JSON.parse(body)).toEqual({ text, [text]: 1 });
  }
});
