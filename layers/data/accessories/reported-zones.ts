import { AccessorySerial } from '#core/accessories/accessory.ts';
import { rfName } from '#core/accessories/entry.ts';
import { hasLowBattery, nextReading, overrules, type ZoneReading, type ZoneReport } from '#core/accessories/rf-map.ts';
import { WHOLE_TREE } from '#core/scope.ts';
import { SECOND } from '#core/time.ts';
import { zonesAfter } from '#core/units/low-zones.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { SYSTEM } from '../audit/audit.ts';
import { change, RETRY, retry } from '../kit/change.ts';
import { UnitEntity, unitStore } from '../units/units.ts';
import { lowZonesWrite } from '../units/verdict-facts.ts';
import { BUSY, entriesOf, situationOf, type UnitChange, writeChanges } from './changes.ts';
import { leaving } from './claims.ts';
import { ZoneReadingEntity } from './entities.ts';
import { type Held, holderOf, rfKey } from './holders.ts';

/** Less than the consumer has for a batch. */
const RETRIES = { milliseconds: 3 * SECOND };

/**
 * Stores what a unit reports of the accessory in a zone. What people did at the unit after the last change of the portal replaces that change.
 * Everything can be repeated, and a report that comes late changes nothing that was reported or decided after it.
 */
export async function recordZoneReport(
  unit: UnitRecord,
  report: ZoneReport,
  sequence: number,
  now: number,
): Promise<void> {
  const { UnitSerNum } = unit;
  const { zone } = report;
  const order = `${report.at}~${String(sequence).padStart(10, '0')}`;
  await dropOverruled(unit, report, now);
  await retry(
    BUSY,
    async () => {
      const { data } = await ZoneReadingEntity.get({ UnitSerNum, zone }).go({ consistent: true });
      const before = data ?? undefined;
      if (before && before.order > order) return;
      const reading = nextReading(before, report);
      // The reading comes last: it says that everything else is done.
      if (before && before.RFCode !== reading.RFCode) await release(unit, before, now);
      await (reading.state === 'deleted' ? release(unit, reading, now) : claim(unit, reading, now));
      await store(unit, reading, { before, order });
    },
    RETRIES,
  );
}

const entities = { reading: ZoneReadingEntity, unit: UnitEntity };

/**
 * Stores a reading in place of the one that was read. The unit's item says which accessories have a low battery, because its condition follows from that:
 * both change in one transaction, so that reports at the same time leave no battery low that is good.
 */
async function store(
  { UnitSerNum }: UnitRecord,
  reading: ZoneReading,
  { before, order }: { before: { order: string } | undefined; order: string },
): Promise<void> {
  const [unit] = await unitStore.getMany(WHOLE_TREE, [UnitSerNum], { consistent: true });
  const lowZones = zonesAfter(unit?.lowZones, reading.zone, hasLowBattery(reading));
  await change({ entities, refused: { changed: RETRY } }, (to) => [
    to.reading
      .put({ ...reading, UnitSerNum, order })
      .where((stored, { eq, notExists }) => (before ? eq(stored.order, before.order) : notExists(stored.order)))
      .commit(),
    ...(unit && lowZones !== unit.lowZones ? [lowZonesWrite(to.unit, unit, lowZones)] : []),
  ]);
}

/** The configuration names a zone no longer if people decided something else for it at the unit. */
function dropOverruled(unit: UnitRecord, report: ZoneReport, now: number): Promise<void> {
  const name = rfName(report.zone);
  const { UnitSerNum } = unit;
  return retry(
    BUSY,
    async () => {
      const seen = (await entriesOf(unit))[name];
      if (!seen || !overrules(report, seen)) return;
      const held = seen.SerialNumber === '' ? undefined : await holderOf(rfKey(seen.SerialNumber));
      const situation = await situationOf(unit);
      const entry = situation.entries[name];
      if (!entry || !overrules(report, entry) || entry.SerialNumber !== seen.SerialNumber) return;
      const { Type, RFCode = '', deleted } = entry;
      const SerialNumber = entry.SerialNumber || RFCode;
      const before = { SerialNumber, RFCode, zone: report.zone };
      const dropped: UnitChange = {
        situation,
        entries: { [name]: undefined },
        audit: { action: 'replace accessory', before },
      };
      const holder = held && isAt(held, UnitSerNum, name) ? { held, to: undefined } : undefined;
      const leaves = deleted ? [] : [{ UnitSerNum, name, SerialNumber, Type }];
      await writeChanges(SYSTEM, { changes: [dropped], holder, leaves }, now);
    },
    RETRIES,
  );
}

/** An accessory that was paired at the unit leaves it. */
function release({ UnitSerNum }: UnitRecord, { zone, SerialNumber }: ZoneReading, now: number): Promise<void> {
  const name = rfName(zone);
  return retry(
    BUSY,
    async () => {
      if (!SerialNumber) return;
      const held = await holderOf(rfKey(SerialNumber));
      if (!isAt(held, UnitSerNum, name)) return;
      await writeChanges(
        SYSTEM,
        { holder: { held, to: undefined }, leaves: [{ UnitSerNum, name, SerialNumber }] },
        now,
      );
    },
    RETRIES,
  );
}

/**
 * The serial number of an accessory that was paired at the unit belongs to the unit from then on. It leaves another unit of the same dealer. A unit
 * of another dealer keeps it: a report is no agreement of that dealer.
 */
function claim(unit: UnitRecord, { zone, SerialNumber: given, at }: ZoneReading, now: number): Promise<void> {
  const SerialNumber = AccessorySerial.safeParse(given).data;
  if (SerialNumber === undefined) return Promise.resolve();
  const name = rfName(zone);
  const { UnitSerNum, DealerKey } = unit;
  return retry(
    BUSY,
    async () => {
      const held = await holderOf(rfKey(SerialNumber));
      if (isAt(held, UnitSerNum, name) || (held.stored && held.stored.since > at)) return;
      if (held.unit && held.unit.DealerKey !== DealerKey) return;
      if ((await entriesOf(unit))[name]) return;
      // A unit whose configuration nobody has saved gets none because of a report.
      const other =
        held.unit?.UnitSerNum !== UnitSerNum && held.unit?.configRevision !== undefined ? held.unit : undefined;
      const left = other && (await leaving(other, held.stored!.name, { SerialNumber }, unit, now));
      await writeChanges(
        SYSTEM,
        {
          changes: left ? [left.change] : [],
          holder: { held, to: { UnitSerNum, name }, since: at },
          leaves: left ? [left.leaves] : [],
        },
        now,
      );
    },
    RETRIES,
  );
}

const isAt = ({ stored }: Held, UnitSerNum: string, name: string) =>
  stored?.UnitSerNum === UnitSerNum && stored.name === name;
