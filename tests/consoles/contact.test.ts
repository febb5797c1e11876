import { expect, test } from 'vitest';
import { contactOf } from '#core/consoles/contact.ts';

test.each([
  ['a unit that the server knows as connected', { connected: true, console: 'closed', rebooting: false }, 'online'],
  ['a unit whose console is connected', { connected: false, console: 'connected', rebooting: false }, 'online'],
  ['a unit that is dialled', { connected: false, console: 'connecting', rebooting: false }, 'offline'],
  ['a unit whose console failed', { connected: true, console: 'error', rebooting: false }, 'online'],
  ['a unit that reboots', { connected: true, console: 'closed', rebooting: true }, 'rebooting'],
] as const)('%s', (_, facts, contact) => {
  expect(contactOf(facts)).toBe(contact);
});
