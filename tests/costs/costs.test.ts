import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { monthlyCosts, tasksFor, totalOf } from '#scripts/costs/costs.ts';
import { costsDocument } from '#scripts/costs/document.ts';
import { type Inventory, inventoryOf, productionInventory } from '#scripts/costs/inventory.ts';
import { type Measured, readMeasured } from '#scripts/costs/measured.ts';
import { secondRegionCosts } from '#scripts/costs/second-region.ts';
import { withMessage } from '#support/with-message.ts';

const HAS: Inventory = {
  taskCpus: 0.5,
  taskGigabytes: 1,
  minTasks: 2,
  maxTasks: 20,
  unitsPerTask: 10_000,
  zones: 2,
  endpointZones: 12,
  firewallRules: 5,
  keys: 2,
  secrets: 3,
  functions: 30,
  endpoints: 100,
  functionGigabytes: 1,
  polledQueues: 5,
  alarms: 80,
  dashboards: 1,
};

const step = (more: object) => ({ read: 0, write: 0, requests: [], messages: 0, changed: {}, addedBytes: {}, ...more });
const PING = step({
  write: 10,
  messages: 1,
  changed: { ping: 1, unit: 1 },
  addedBytes: { ping: 400, protocolLog: 0 },
});
/** A fleet of which only pings cost something, besides the leases of bridges. */
const MEASURED: Measured = {
  steps: {
    login: step({}),
    disconnect: step({}),
    event: step({}),
    'check of a claim': step({}),
    'check of a condition': step({}),
    'lease of a bridge': step({ write: 1 }),
    'first ping of a day': PING,
    ping: PING,
  },
  readingCall: { read: 0, write: 0 },
  writingCall: { read: 0, write: 0 },
};

const DAYS_A_MONTH = 730 / 24;
const quantity = (units: number, price: string) =>
  monthlyCosts(units, HAS, MEASURED).find((line) => line.price === price)!.quantity;

it('docs/costs.md is up to date; if not, run `npm run costs`', { timeout: 90_000 }, () => {
  const stored = readFileSync(new URL('../../docs/costs.md', import.meta.url), 'utf8');
  expect(stored).toBe(costsDocument(productionInventory(), readMeasured()));
});

it('an idle deployment writes only the leases of its bridge tasks', () => {
  expect(quantity(0, 'tableWrite')).toBeCloseTo((2 * 730 * 3600) / 20);
  expect(quantity(0, 'apiCall')).toBe(0);
  expect(quantity(0, 'tableStorage')).toBe(0);
});

it('leases cost by task, pings by unit', () => {
  const leases = quantity(0, 'tableWrite');
  expect(quantity(10_000, 'tableWrite')).toBeCloseTo(leases + 10_000 * 24 * DAYS_A_MONTH * 10);
  expect(quantity(1_000_000, 'tableWrite')).toBeCloseTo(50 * leases + 1_000_000 * 24 * DAYS_A_MONTH * 10);
});

it('pings are stored for 400 days, their protocol for 90, with 100 bytes more for each item', () => {
  expect(quantity(10_000, 'tableStorage')).toBeCloseTo((10_000 * 24 * (400 * 500 + 90 * 100)) / 1e9);
  expect(quantity(10_000, 'tableBackup')).toBe(quantity(10_000, 'tableStorage'));
});

it('the archive has a file for each unit and month, and a capture a file for each frame and its answer', () => {
  const putsOf = (service: string) =>
    monthlyCosts(1_000_000, HAS, MEASURED).find((line) => line.service === service && line.price === 'filePut')!
      .quantity;
  expect(putsOf('Archive')).toBe(1_000_000);
  const framesOfCaptured = 100 * (24 * DAYS_A_MONTH + 730 * 60);
  expect(putsOf('Capture')).toBeCloseTo(2 * framesOfCaptured);
});

it('each message of a unit, and each change and expiry of a followed item, calls a function', () => {
  const pings = 10_000 * 24 * DAYS_A_MONTH;
  const calls = quantity(10_000, 'apiCall');
  expect(calls).toBe((10_000 / 200) * 22 * 150);
  // A ping changes its unit and its entry in the log, which both are followed, and each of both once more when the entry expires.
  expect(quantity(10_000, 'functionCall')).toBeCloseTo(calls + pings + 4 * pings);
});

it('full batches cost less', () => {
  const full = monthlyCosts(10_000, HAS, MEASURED, { reports: 10, changes: 100 });
  expect(totalOf(full)).toBeLessThan(totalOf(monthlyCosts(10_000, HAS, MEASURED)));
});

it('each endpoint that is called has two metrics', () => {
  expect(quantity(10_000, 'metric') - quantity(0, 'metric')).toBe(200);
});

it('there are as many bridge tasks as units need, and never less than the deployment runs', () => {
  expect([0, 20_000, 20_001, 1_000_000].map((units) => tasksFor(units, HAS))).toEqual([2, 2, 3, 100]);
});

it('a replica costs what the first Region pays for writes, storage and backup, and the transfer', () => {
  const first = monthlyCosts(10_000, HAS, MEASURED);
  const usdOf = (price: string) => first.find((line) => line.price === price)!.usd;
  const [replica, copies] = secondRegionCosts(first).map(({ lines }) => totalOf(lines)) as [number, number];
  const transfer = (quantity(10_000, 'tableWrite') / 1e6) * 0.02;
  expect(replica).toBeCloseTo(usdOf('tableWrite') + usdOf('tableStorage') + usdOf('tableBackup') + transfer);
  expect(copies).toBeCloseTo(quantity(10_000, 'tableStorage') * (8 * 0.1 + DAYS_A_MONTH * 0.02));
});

it('a missing resource is an error', () => {
  expect(() => inventoryOf([])).toThrow(/^Expected one AWS::ECS::TaskDefinition, found 0$/);
});

it('knows how long each item is kept that a message adds', () => {
  const steps = { ...MEASURED.steps, ping: { ...PING, addedBytes: { newcomer: 400 } } };
  expect(() => monthlyCosts(1, HAS, { ...MEASURED, steps })).toThrow(
    withMessage('How long is an item of newcomer kept?'),
  );
});
