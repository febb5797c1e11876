/** What can go wrong with a simulated unit: with its line, its connection, its clock, its power, its SIM, or in the middle of a command. */
export const UNIT_FAULTS = [
  'slow',
  'lost',
  'reordered',
  'duplicate',
  'wrong-crc',
  'half-open',
  'wrong-clock',
  'low-battery',
  'no-sim',
  'carrier-change',
  'reboot-in-command',
] as const;
export type UnitFault = (typeof UNIT_FAULTS)[number];

/** Reads a list such as `slow,lost`, or `all`. Throws if a name is wrong. */
export function faultsIn(list: string): UnitFault[] {
  if (list === 'all') return [...UNIT_FAULTS];
  return list
    .split(',')
    .filter((name) => name !== '')
    .map((name) => {
      const fault = UNIT_FAULTS.find((one) => one === name);
      if (!fault) throw new Error(`There is no fault ${name}. There are: all, ${UNIT_FAULTS.join(', ')}`);
      return fault;
    });
}
