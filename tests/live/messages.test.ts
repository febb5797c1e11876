import { expect, it } from 'vitest';
import { ClientMessage } from '#core/live/messages.ts';

it.each([
  ['an object', '{"a":1}'],
  ['a list as deep as a message has room for', '['.repeat(7_000) + ']'.repeat(7_000)],
])('%s as an argument of a command is read as null', (_, level) => {
  const text = `{"action":"command","token":"t","UnitSerNum":"400220","requestId":"1","command":"MicVol","arguments":{"level":${level}}}`;
  expect(ClientMessage.parse(JSON.parse(text))).toMatchObject({ arguments: { level: null } });
});
