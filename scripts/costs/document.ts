import { table } from '../generate/markdown.ts';
import { type Batches, type CostLine, monthlyCosts, tasksFor, totalOf } from './costs.ts';
import type { Inventory } from './inventory.ts';
import type { Measured } from './measured.ts';
import { PRICES } from './prices.ts';
import { secondRegionCosts } from './second-region.ts';
import { ASSUMED, FLEETS } from './workload.ts';

const FULL: Batches = { reports: 10, changes: 100 };
const LARGEST = FLEETS.at(-1)!;

/** docs/costs.md. */
export function costsDocument(has: Inventory, measured: Measured): string {
  const fleets = FLEETS.map((units) => monthlyCosts(units, has, measured));
  const largest = fleets.at(-1)!;
  const titles = FLEETS.map((units) => (units === 0 ? 'Idle' : `${number(units)} units`));
  const services = [...new Set(largest.map(({ service }) => service))];
  const ping = measured.steps.ping!;
  return `${[
    '# Costs',
    [
      'What a production deployment costs in US dollars a month, in us-east-1, without free tiers, discounts for volume, and tax.',
      '`npm run costs` calculates this page; do not change it by hand. A test compares it with a new calculation.',
    ].join('\n'),
    table(
      ['Per month', ...titles],
      [
        ...services.map((service) => [
          service,
          ...fleets.map((lines) => dollars(totalOf(lines.filter((line) => line.service === service)))),
        ]),
        ['**Total**', ...fleets.map((lines) => `**${dollars(totalOf(lines))}**`)],
        ['Per unit', ...FLEETS.map((units, index) => perUnit(totalOf(fleets[index]!), units))],
        ['Bridge tasks', ...FLEETS.map((units) => number(tasksFor(units, has)))],
      ],
    ),
    [
      `A deployment has at most ${has.maxTasks} bridge tasks of ${number(has.unitsPerTask)} units: more than`,
      `${number(has.maxTasks * has.unitsPerTask)} units need a higher setting \`maxBridgeTasks\` ([deploy.md](deploy.md)).`,
    ].join(' '),
    '## How it is calculated',
    [
      '- **Resources that cost by the hour or month** are counted in the synthesized templates of a production deployment.',
      '- **Reads, writes, messages and stored bytes of a unit** are measured: `tests/data/unit-messages.integ.test.ts` sends frames to a bridge that uses',
      '  the table, runs the consumer, and writes [unit-messages.json](api/capacity/unit-messages.json). They include indexes and transactions.',
      '- **A call of the portal** costs the median of the measured endpoints ([patterns.md](api/patterns.md)): ' +
        `${measured.readingCall.read} read units if it only reads, else ${measured.writingCall.read} read and ${measured.writingCall.write} write units.`,
      '- **Heartbeats** write nothing. The lease of a bridge is one write every 20 s for each task, whatever the number of its units.',
      '- **Logs of units** are stored for 90 days (protocol), 400 days (pings) and 800 days (events). The figures are those of a fleet of that age.',
      '- **Archive and Capture** are the files of protocol messages ([decision 0121](decisions/0121-one-log-has-three-sources.md)), three years and 90 days after the first.',
      '- **Calls of functions** are an upper bound: one for each message of a unit, and one for each change of the table that the stream delivers.',
      '- **Metrics of endpoints** are an upper bound too: two for each, as if each is called in every hour of the month.',
      '- The rest is assumed (below): `scripts/costs/workload.ts`. No duration is measured, because only AWS can show it.',
      '- Not counted: mails, SMS, carriers, map tiles, schedules of reminders, files that people upload, reads of files, access logs, the probe, changes of conditions, requests to KMS and Secrets Manager, container images,',
      '  traffic between zones, attacks, and the support plan.',
    ].join('\n'),
    '## What a unit does to the table',
    table(['Message', 'A day', 'Read units', 'Write units', 'Changed items', 'Stored bytes'], messagesOf(measured)),
    `## What costs most with ${number(LARGEST)} units`,
    table(
      ['What', 'Quantity', 'Per month', 'Share'],
      [...largest]
        .sort((a, b) => b.usd - a.usd)
        .slice(0, 10)
        .map((line) => [
          PRICES[line.price].unit,
          number(line.quantity),
          dollars(line.usd),
          `${Math.round((100 * line.usd) / totalOf(largest))} %`,
        ]),
    ),
    '## What would lower it',
    [
      `- **Full batches.** Messages of units in batches of ${FULL.reports} and changes in batches of ${FULL.changes}, by a batching window of the event sources, save`,
      `  ${dollars(totalOf(largest) - totalOf(monthlyCosts(LARGEST, has, measured, FULL)))} a month with ${number(LARGEST)} units, if the batches are full. Reports then appear later, by the length of the window.`,
      '- **A narrower filter of the stream.** It passes every entry of the protocol log, at its start and end, though only failed downloads have a reaction, and every\n  last ping of a unit.',
      `- **An item of its own for the last ping.** A ping takes ${ping.write} write units, two of them for the unit's item and its index, which contain the last ping.\n  An item of its own would take one, but lists of units would read one more item for each row.`,
      `- **Provisioned capacity** for the table, and savings plans for functions and tasks, suit a load as steady as that of units.`,
    ].join('\n'),
    '## A second Region',
    [
      'What the setting `secondRegion` adds for its replica ([decision 0065](decisions/0065-the-second-region-has-a-replica.md)), and what was rejected: for the data',
      'only, without a running portal there. The replica is counted with as many write units as the first Region, and with 1 KB of transfer for each.',
    ].join('\n'),
    table(['Per month', 'Data that is lost', ...titles], secondRegionRows(fleets)),
    '## Assumptions',
    table(
      ['Assumption', 'Value'],
      Object.entries(ASSUMED).map(([name, value]) => [wordsOf(name), number(value)]),
    ),
    '## Prices',
    [
      'The figures were read on 2026-11-22 in copies of these pages. "Not compared": the price is the one that AWS is known to publish there, but no copy with',
      'the figure was at hand. Check the prices before you rely on a total.',
    ].join('\n'),
    table(
      ['Price', 'For', 'Source', 'Its date'],
      Object.values(PRICES).map(({ usd, size, unit, source, asOf }) => [
        `$${usd}`,
        size === 1 ? `1 ${unit}` : `${number(size)} ${unit}`,
        `https://${source}`,
        asOf,
      ]),
    ),
  ].join('\n\n')}\n`;
}

const secondRegionRows = (fleets: CostLine[][]) => {
  const ofFleets = fleets.map(secondRegionCosts);
  return ofFleets[0]!.map(({ name, loses }, index) => [
    name,
    loses,
    ...ofFleets.map((ways) => dollars(totalOf(ways[index]!.lines))),
  ]);
};

function messagesOf({ steps }: Measured): string[][] {
  const { loginsPerDay, pingsPerDay, eventsPerDay } = ASSUMED;
  const perDay = { login: loginsPerDay, disconnect: loginsPerDay, ping: pingsPerDay, event: eventsPerDay };
  return Object.entries(perDay).map(([name, count]) => {
    const { read, write, changed, addedBytes } = steps[name]!;
    const bytes = Object.values(addedBytes).reduce((sum, size) => sum + size, 0);
    const items = Object.values(changed).reduce((sum, one) => sum + one, 0);
    return [name, ...[count, read, write, items, bytes].map(number)];
  });
}

const number = (value: number) =>
  value.toLocaleString('en-US', { maximumFractionDigits: Math.abs(value) < 100 ? 2 : 0 });
const dollars = (usd: number) => `$${Math.round(usd).toLocaleString('en-US')}`;
const perUnit = (usd: number, units: number) => (units === 0 ? '-' : `$${(usd / units).toFixed(4)}`);
/** `pingsPerDay` as `pings per day`. */
const wordsOf = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
