/** A number newer than the list of names: it reads as `#17` and is written back as it came. */
export type Unlisted = `#${number}`;

/** An argument of a command, or one value of its answer. Numbers are whole. */
export type Value = string | number | boolean;
export type Values = Readonly<Record<string, Value>>;

/** A Wi-Fi access point: hardware address `AA:BB:CC:DD:EE:FF` and received strength in dBm. */
export interface AccessPoint {
  readonly mac: string;
  readonly rssi: number;
}
