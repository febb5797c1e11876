import { type AccessoryEntries, type AccessoryEntry, isRf, rfName, zoneOf } from './entry.ts';

/** What a unit reported last of the accessory in a zone. */
export interface ZoneReading {
  zone: number;
  RFCode: string;
  SerialNumber?: string;
  /** `added`, `heard`, `tested`, `missing` or `deleted`. */
  state: string;
  batteryLow?: boolean;
  /** When the unit sent it. */
  at: string;
}

/** A report of a unit about the accessory in a zone. */
export type ZoneReport = Omit<ZoneReading, 'at'> & { at: string };

/** The next reading of a zone. A report that says nothing of the battery leaves what was known of it, unless it is of another accessory. */
export function nextReading(before: ZoneReading | undefined, report: ZoneReport): ZoneReading {
  const isNew = before?.RFCode !== report.RFCode || report.state === 'added';
  const known = isNew || before?.batteryLow === undefined ? {} : { batteryLow: before.batteryLow };
  const serial = isNew || before?.SerialNumber === undefined ? {} : { SerialNumber: before.SerialNumber };
  return { ...serial, ...known, ...report };
}

/** True if the accessory in a zone has a low battery. */
export const hasLowBattery = ({ state, batteryLow }: { state: string; batteryLow?: boolean | undefined }): boolean =>
  batteryLow === true && state !== 'deleted';

/**
 * True if people at the unit decided something else for the zone after the portal did: they paired another accessory there, or deleted the one
 * that the portal wants.
 */
export const overrules = (report: ZoneReport, entry: AccessoryEntry): boolean => {
  if (report.at <= entry.changedAt) return false;
  if (report.state === 'added') return entry.deleted === true || report.RFCode !== entry.RFCode;
  return report.state === 'deleted' && entry.deleted !== true && report.RFCode === entry.RFCode;
};

/** An RF device that a unit has or should have. */
export interface MappedDevice extends Pick<AccessoryEntry, 'SerialNumber' | 'Type' | 'ManufacturedDate'> {
  zone: number;
  RFCode: string;
  /** The entry of the configuration; undefined for a device that was paired at the unit. */
  entry?: AccessoryEntry;
  reading?: ZoneReading;
}

/** All RF devices by zone: those of the configuration, and those that people paired at the unit in other zones. */
export function rfMap(entries: AccessoryEntries, readings: readonly ZoneReading[]): MappedDevice[] {
  const byZone = new Map(readings.map((reading) => [reading.zone, reading]));
  const configured = Object.entries(entries)
    .filter(([name]) => isRf(name))
    .map(([name, entry]) => {
      const reading = byZone.get(zoneOf(name));
      const { SerialNumber, RFCode = '', Type, ManufacturedDate } = entry;
      return {
        ...{ zone: zoneOf(name), SerialNumber, RFCode, entry },
        ...(Type !== undefined && { Type }),
        ...(ManufacturedDate !== undefined && { ManufacturedDate }),
        ...(reading?.RFCode === RFCode && { reading }),
      };
    });
  const paired = readings
    .filter(({ zone, state }) => state !== 'deleted' && !(rfName(zone) in entries))
    .map((reading) => ({
      ...{ zone: reading.zone, RFCode: reading.RFCode, SerialNumber: reading.SerialNumber ?? '', reading },
    }));
  return [...configured, ...paired].sort((one, other) => one.zone - other.zone);
}

/** True unless the unit should have the device no longer. */
export const isWanted = ({ entry }: Pick<MappedDevice, 'entry'>): boolean => entry?.deleted !== true;
