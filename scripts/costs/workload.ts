/** What is neither measured nor configured. Replace each by the figure of your fleet. */
export const ASSUMED = {
  pingsPerDay: 24,
  eventsPerDay: 5,
  loginsPerDay: 3,
  /** A unit is due after 1.125 ping intervals: 0.9 times a day for MXD-LTE, 3.6 times for wearables. */
  conditionChecksPerDay: 2,
  /** To the unit, for each frame of it: the answer (12 to 20 bytes), TLS, TCP and IP, and a TCP acknowledgement. */
  bytesPerAnswer: 150,
  /** One user who works in the portal for so many units. */
  unitsPerUser: 200,
  workdaysPerMonth: 22,
  hoursPerWorkday: 8,
  callsPerWorkday: 150,
  liveMessagesPerWorkday: 200,
  /** Of the calls; the others only read. */
  shareOfWritingCalls: 0.1,
  kilobytesPerCall: 5,
  /** The parts of the app that a browser loads in a day. */
  megabytesOfAppPerWorkday: 1,
  millisecondsPerCall: 60,
  millisecondsPerReport: 30,
  millisecondsPerChange: 20,
  kilobytesOfLogsPerCall: 1,
  /** Through an endpoint to the queue and back, with headers. */
  kilobytesPerQueuedMessage: 3,
  /** Compressed lines of a unit's month: of 730 pings, 43 bytes remain of 379, without the keys of the items. */
  archivedBytesPerStoredByte: 0.125,
  millisecondsPerArchivedUnit: 100,
  /** Remote logging is on for one unit in 10,000 at a time. */
  shareOfCapturedUnits: 0.0001,
  bytesPerCapture: 250,
  metricsOfCluster: 50,
  metricsPerTask: 35,
} as const;

export const FLEETS = [0, 10_000, 1_000_000] as const;

export const HOURS = 730;
export const DAYS = HOURS / 24;
export const SECONDS = HOURS * 3600;
