import { expect, it } from 'vitest';
import { z } from 'zod';
import { CONTRACT } from './endpoints.ts';

/**
 * Written by hand: calls that reach other systems, or store what nothing else limits. Others count inside their handlers, by their user, unit or
 * address (layers/data/kit/attempts.ts).
 */
const RATED = [
  'monitoring-centers.setReceiver',
  'ota.requestUpload',
  'support.attachment',
  'support.comment',
  'support.openTicket',
  'support.requestUpload',
];

const rated = CONTRACT.filter(({ endpoint }) => endpoint.rate !== undefined);

it('the calls that need a rate have one, and say that they can be refused', () => {
  expect(rated.map(({ name }) => name).sort()).toEqual(RATED);
  for (const { name, endpoint } of rated)
    expect([name, endpoint.errors]).toEqual([name, expect.arrayContaining(['TOO_MANY'])]);
});

it('each call that gives a form for an upload has a rate', () => {
  const forms = CONTRACT.filter(({ endpoint: { output } }) => {
    const { properties = {} } = z.toJSONSchema(output, { io: 'input', unrepresentable: 'any' });
    return 'url' in properties && 'fields' in properties;
  });
  expect(forms.map(({ name }) => name).sort()).toEqual(['ota.requestUpload', 'support.requestUpload']);
  expect(forms.filter(({ endpoint }) => endpoint.rate === undefined)).toEqual([]);
});
