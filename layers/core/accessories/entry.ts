/** An accessory that a unit should have, or should have no longer. It is part of the unit's configuration. */
export interface AccessoryEntry {
  SerialNumber: string;
  /** RF devices only. */
  RFCode?: string;
  Type?: string;
  ManufacturedDate?: string;
  /** When somebody decided this. */
  changedAt: string;
  /** The unit should have it no longer. The entry stays until the unit has reported that. */
  deleted?: true;
}

/** The accessories of a unit, by the names that the unit protocol has for their places: `rf:5`, `bt:A1:B2:C3:D4:E5:F6`. */
export type AccessoryEntries = Readonly<Record<string, AccessoryEntry>>;

const RF = 'rf:';
const BLUETOOTH = 'bt:';
export const rfName = (zone: number) => `${RF}${zone}`;
export const bluetoothName = (MacAddress: string) => `${BLUETOOTH}${MacAddress}`;
export const isRf = (name: string) => name.startsWith(RF);
export const isBluetooth = (name: string) => name.startsWith(BLUETOOTH);
export const isAccessory = (name: string) => isRf(name) || isBluetooth(name);
export const zoneOf = (name: string) => Number(name.slice(RF.length));
export const macOf = (name: string) => name.slice(BLUETOOTH.length);

/** What a unit gets for an accessory: the RF code and the serial number, or nothing if it should have none in this place. */
const settingValue = ({ SerialNumber, RFCode = '', deleted }: AccessoryEntry): string =>
  deleted ? '' : `${RFCode} ${SerialNumber}`.trim();

/** The accessories as the unit gets them. */
export const accessoryValues = (entries: AccessoryEntries): Record<string, string> =>
  Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, settingValue(entry)]));

/** What people call the place of an accessory. */
export const accessoryLabel = (name: string): string =>
  isRf(name) ? `Accessory in zone ${zoneOf(name)}` : `Bluetooth device ${macOf(name)}`;
