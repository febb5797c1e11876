import { fileURLToPath } from 'node:url';
import type { SQSRecord } from 'aws-lambda';
import { expect, it } from 'vitest';
import { tableClaims, tableLeases } from '#bridge/adapters/claims.ts';
import { tableCommands } from '#bridge/adapters/commands.ts';
import { storedDownloads } from '#bridge/adapters/downloads.ts';
import { tableInterlock } from '#bridge/adapters/interlock.ts';
import { tableRefusalCounts } from '#bridge/adapters/refusal-counts.ts';
import { tableSyncQueue } from '#bridge/adapters/sync-queue.ts';
import { tableUnits } from '#bridge/adapters/units.ts';
import { Topic } from '#core/live/messages.ts';
import { HOUR, instant } from '#core/time.ts';
import { recordNoticesComplete } from '#data/consoles/notices-complete.ts';
import { settleFacets } from '#data/units/settle-facets.ts';
import { UnitFacetsEntity } from '#data/units/unit-facets.ts';
import { publish } from '#platform/live/publish.ts';
import { capacityFile } from '#scripts/generate/capacity.ts';
import { accessPatterns } from '#scripts/generate/entities.ts';
import { aBridge, MemoryPorts, TestUnit } from '#support/bridge.ts';
import { measure, measured } from '#support/capacity.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { invoke } from '#support/invoke.ts';
import { eventOf } from '#support/queue.ts';
import { changesBetween, everyItem } from '#support/table-content.ts';

/** A sort key of ElectroDB begins with the entity and its version. */
const entityOf = (item: Readonly<Record<string, unknown>>) => /^\$(\w+)_\d+/.exec(String(item.sk))?.[1] ?? 'unknown';

const TOLD = { configurationRevision: 12, configurationDigest: 4_023_233_417 };

const countsOf = (names: string[]) =>
  Object.fromEntries([...Map.groupBy(names.sort(), (name) => name)].map(([name, { length }]) => [name, length]));

it('what the messages of a unit consume is in docs/api/capacity (`vitest run tests/data/unit-messages -u` updates it)', async () => {
  await someDealers();
  await recordNoticesComplete();
  const { UnitSerNum, IMEI } = await aUnit({ dealer: 220, UnitModel: 'MXD-LTE', UnitStatus: 9 });
  const ports = new MemoryPorts();
  const published: Promise<void>[] = [];
  const commands = tableCommands(ports.log);
  let waiting: Promise<unknown> | undefined;
  // All ports but the queue are those of the real bridge. No browser has subscribed.
  const bridge = await aBridge(
    {
      leases: tableLeases,
      claims: tableClaims,
      units: tableUnits,
      refusals: tableRefusalCounts,
      commands: {
        ...commands,
        due: (serialNumber) => {
          const due = commands.due(serialNumber);
          waiting = due;
          return due;
        },
      },
      syncQueue: tableSyncQueue,
      interlock: tableInterlock,
      downloads: storedDownloads,
      publisher: { publish: (topic, message) => void published.push(publish(Topic.parse(topic), message)) },
      ingest: ports.ingest,
      log: ports.log,
    },
    { bridgeId: 'bridge-1', leaseRenewalIntervalMs: HOUR, claimCheckMs: HOUR },
  );
  const patterns = await accessPatterns();
  measure((entity, index) => {
    const pattern = patterns.find((one) => one.entity === entity && one.index === index);
    return `${entity}.${pattern?.name}`;
  });

  const steps: Record<string, unknown> = {};
  /** Does the work and all that follows in the table; notes its capacity, its messages, and the items that it changes. */
  async function step(name: string, work: () => Promise<unknown>) {
    const before = await everyItem();
    const earlier = ports.ingest.handedOver.length;
    measured();
    await work();
    const messages = ports.ingest.handedOver.slice(earlier);
    for (const message of messages) {
      const record = { messageId: 'm', body: JSON.stringify(message), messageAttributes: {} } as unknown as SQSRecord;
      expect(await invoke('on-unit-report', eventOf(record))).toEqual({ batchItemFailures: [] });
    }
    await Promise.all(published);
    const consumed = measured();
    const changes = changesBetween(before, await everyItem());
    const added = changes.flatMap(({ was, is }) => (was || !is ? [] : [[entityOf(is), JSON.stringify(is).length]]));
    steps[name] = {
      ...consumed,
      messages: messages.length,
      changed: countsOf(changes.map(({ was, is }) => entityOf((is ?? was)!))),
      addedBytes: Object.fromEntries(added.sort()),
    };
  }

  const loggedIn = (sequence: number) =>
    TestUnit.loggedIn(bridge, UnitSerNum, { imei: IMEI, bootId: 7, sequence, ...TOLD });
  const disconnected = async (unit: TestUnit) => {
    const earlier = ports.ingest.of('disconnect').length;
    unit.end();
    await expect.poll(() => ports.ingest.of('disconnect').length).toBeGreaterThan(earlier);
  };
  // A unit that is known already: its first login differs.
  await step('first login', async () => disconnected(await loggedIn(0)));
  delete steps['first login'];

  let unit!: TestUnit;
  const reported = async (message: Parameters<TestUnit['say']>[0]) => unit.isAcknowledged(unit.say(message));
  await step('login', async () => {
    unit = await loggedIn(10);
    // The commands that wait are read after the answer.
    await waiting;
  });
  const ping = () =>
    reported({
      type: 'ping',
      MessageTime: Date.now(),
      pingReason: 'Scheduled',
      lowpower: false,
      acPower: true,
      switchPosition: 'On',
      bars: 4,
      lte: true,
      chargedPercent: 98,
      signalDbm: -87,
      batteryMillivolts: 4_100,
      activeSimSlot: 0,
      carrier: 1,
      FirmVer: '2.3.0.1.4',
      cell: { mcc: 310, mnc: 410, tac: 12_345, cellId: 12_345_678, rsrp: -97 },
      ...TOLD,
    });
  await step('first ping of a day', ping);
  await step('ping', ping);
  await step('event', () => reported(unit.event()));
  await step('disconnect', () => disconnected(unit));
  await step('lease of a bridge', () =>
    tableLeases.renew({ bridgeId: 'bridge-1', bridgeAddress: 'http://10.0.3.7:8201' }, Date.now()),
  );
  // A unit that is due has usually pinged in time, so it only gets its next time.
  await settleFacets(UnitSerNum, Date.now());
  await UnitFacetsEntity.patch({ UnitSerNum })
    .set({ changesAt: instant(Date.now()) })
    .go();
  await step('check of a condition', () => settleFacets(UnitSerNum, Date.now()));
  await step('check of a claim', () => tableClaims.taken([{ UnitSerNum, fence: 2 }]));
  await bridge.close();

  await expect(`${JSON.stringify(steps, null, 2)}\n`).toMatchFileSnapshot(fileURLToPath(capacityFile('unit-messages')));
});
