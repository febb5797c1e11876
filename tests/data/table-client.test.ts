import { expect, it } from 'vitest';
import { client } from '#data/kit/table.ts';

it('the client of the table copies no input and no output for a log', () => {
  expect(client.middlewareStack.identify().filter((name) => /log/i.test(name))).toEqual([]);
});
