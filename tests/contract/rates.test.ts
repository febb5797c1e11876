import { expect, it } from 'vitest';
import { z } from 'zod';
import { CONTRACT } from './endpoints.ts';

/**
 * Written by hand: calls that reach other systems, or store what nothing else limits. Others count inside their handlers, by their user, unit or
 * address (layers/data/kit/attempts.ts).
 */
const RATED = [
  'accessories.addRf',
  'accessories.lookInMytrex',
  'dealers.setUpReportingAccount',
  'live.ticket',
  'location.lastKnownLocation',
  'monitoring-centers.setReceiver',
  'orders.requestUdiUpload',
  'ota.abortUpload',
  'ota.completeUpload',
  'ota.requestUpload',
  'reminders.convert',
  'reports.sessionDetail',
  'sims.changeState',
  'sims.correctState',
  'sims.editCommunicationPlan',
  'sims.overrideState',
  'sims.requestDialableNumber',
  'sims.simData',
  'sims.smsMessage',
  'sims.smsMessageAT',
  'support.attachment',
  'support.comment',
  'support.openTicket',
  'support.requestUpload',
  'users.massCreate',
  'vitals.linkPatient',
  'vitals.patients',
];

const rated = CONTRACT.filter(({ endpoint }) => endpoint.rate !== undefined);

it('the calls that need a rate have one, and say that they can be refused', () => {
  expect(rated.map(({ name }) => name).sort()).toEqual(RATED);
  for (const { name, endpoint } of rated)
    expect([name, endpoint.errors]).toEqual([name, expect.arrayContaining(['TOO_MANY'])]);
});

it('each call that gives a form or addresses for an upload has a rate', () => {
  const forms = CONTRACT.filter(({ endpoint: { output } }) => {
    const { properties = {} } = z.toJSONSchema(output, { io: 'input', unrepresentable: 'any' });
    return ('url' in properties && 'fields' in properties) || JSON.stringify(properties.parts ?? '').includes('"url"');
  });
  expect(forms.map(({ name }) => name).sort()).toEqual([
    'orders.requestUdiUpload',
    'ota.requestUpload',
    'support.requestUpload',
  ]);
  expect(forms.filter(({ endpoint }) => endpoint.rate === undefined)).toEqual([]);
});

/** `consoles.tcpConnect` reads in the table whether the unit is connected. */
const READS_ONLY_THE_TABLE = ['consoles.tcpConnect'];

// samples.integ.test.ts watches what the samples reach. This also finds calls of which only some inputs reach another system.
it('each call that can find another system unavailable can be refused as one too many', () => {
  const dependent = CONTRACT.filter(({ endpoint }) => endpoint.errors?.includes('UNAVAILABLE'));
  const uncounted = dependent.filter(({ endpoint }) => !endpoint.errors!.includes('TOO_MANY'));
  expect(dependent.length).toBeGreaterThan(10);
  expect(uncounted.map(({ name }) => name)).toEqual(READS_ONLY_THE_TABLE);
});
