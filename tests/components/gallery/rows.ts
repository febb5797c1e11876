export interface SampleRow {
  id: string;
  serial: string;
  model: string;
  label: string;
  dealer: string;
  state: 'Activated' | 'Deactivated' | 'Pending' | 'Silent' | 'Low battery';
  lastPing: string | undefined;
  battery: number;
  signal: number;
  iccid: string;
  imei: string;
  firmware: string;
  line: string;
  number: string;
}

const MODELS = ['MXD-LTE', 'myConnect', 'myConnect Air'];
const DEALERS = ['Summit Medical', 'Lakeside Alarm', 'Northern Care & Safety of the Greater Wasatch Front', 'Beacon'];
const STATES: SampleRow['state'][] = [
  'Activated',
  'Activated',
  'Activated',
  'Pending',
  'Deactivated',
  'Silent',
  'Low battery',
];
const LABELS = ['Grandma Ruth', 'Kitchen', 'Warehouse 4', '', 'Ann Other', '=cmd|calc', 'Night shift, building B'];

/** Creates the same rows every time: sequence numbers replace random values. */
export const sampleRows = (count: number, from = 0): SampleRow[] =>
  Array.from({ length: count }, (_, offset) => {
    const n = from + offset;
    const mixed = (n * 7919) % 100_003;
    return {
      id: `row-${n}`,
      serial: String(400_000 + n),
      model: MODELS[mixed % MODELS.length]!,
      label: LABELS[mixed % LABELS.length]!,
      dealer: DEALERS[mixed % DEALERS.length]!,
      state: STATES[mixed % STATES.length]!,
      lastPing: mixed % 11 === 0 ? undefined : new Date(Date.now() - (mixed % 4000) * 60_000).toISOString(),
      battery: mixed % 101,
      signal: -50 - (mixed % 65),
      iccid: `8901260${String(1_000_000_000_000 + mixed * 7).slice(1)}`,
      imei: `35${String(1_000_000_000_000 + mixed * 13)}`,
      firmware: `2.2.${mixed % 4}.${mixed % 9}`,
      line: `L${mixed % 900}`,
      number: String(mixed % 99_999),
    };
  });
