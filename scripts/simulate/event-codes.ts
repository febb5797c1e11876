/** The event codes that the fleet sends, from the public Contact ID list (SIA DC-05). */
export const EVENT_CODES = {
  helpButton: 101,
  powerLost: 301,
  batteryLow: 302,
  accessoryMissing: 381,
  accessoryBatteryLow: 384,
  periodicTest: 602,
} as const;
