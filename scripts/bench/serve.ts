import { units } from '#core/units/contract.ts';
import { client, tableName } from '#data/kit/table.ts';
import { handler } from '#functions/units/handler.ts';
import { createTable } from '#local/create-table.ts';
import { seed } from '#scripts/seed/seed.ts';
import { callEndpoint, signIn } from './caller.ts';
import { commandsOf, sendAgain } from './commands.ts';
import { DEALER, DEALER_USER } from './fleet.ts';
import type { Finding, Measure } from './measure.ts';
import { ratioOf, sideBySide } from './side-by-side.ts';

const TARGET = { atMost: 1.5 };

/**
 * The cost of the portal beyond the table: a whole handler (event in, checked token, parsed input and output, JSON out), compared with
 * its bare table commands, with the same client in the same process.
 */
export const measure: Measure = async () => {
  await createTable(client, tableName());
  await seed({ count: 1_000, now: Date.now(), dealerKey: DEALER.DealerKey }, () => {});
  const { token } = await signIn(DEALER_USER);

  const calls = {
    'unit list, a page of 100': () => callEndpoint(handler, units.list, { param: 'all', pageSize: 100 }, token),
    'one unit': () => callEndpoint(handler, units.get, { id: '400500' }, token),
  };
  const findings: Finding[] = [];
  for (const [name, call] of Object.entries(calls)) {
    await call();
    const steps = await commandsOf(call);
    const samples = await sideBySide(
      { handler: () => call().then(() => undefined), bare: () => sendAgain(steps).then(() => undefined) },
      { rounds: 800, warmUp: 200, patience: 12_000 },
    );
    findings.push({
      name: `${name}: whole handler to the bare commands, p50`,
      value: ratioOf(samples.handler, samples.bare),
      unit: 'ratio',
      target: TARGET,
      samples: samples.handler.length,
      detail: `${steps.flat().length} commands in ${steps.length} steps`,
    });
  }
  return findings;
};
