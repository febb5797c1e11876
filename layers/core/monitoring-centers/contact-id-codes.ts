/** The event codes of Contact ID (SIA DC-05-1999.09, appendix C), from and to. A receiver knows the meaning of no other. */
const CODES: readonly (readonly [from: number, to: number])[] = [
  [100, 102],
  [110, 118],
  [120, 125],
  [130, 147],
  [150, 159],
  [161, 163],
  [200, 206],
  [300, 313],
  [320, 327],
  [330, 339],
  [341, 344],
  [350, 357],
  [370, 378],
  [380, 389],
  [391, 393],
  [400, 409],
  [411, 416],
  [421, 434],
  [441, 442],
  [450, 459],
  [461, 466],
  [501, 501],
  [520, 527],
  [531, 532],
  [551, 553],
  [570, 577],
  [601, 609],
  [611, 616],
  [621, 632],
  [641, 642],
  [654, 654],
];

/** Codes of our units that the standard does not have, with its own code for the same: a fall is medical, no movement is "fail to report in". */
const OWN: ReadonlyMap<number, number> = new Map([
  [107, 100],
  [108, 102],
]);

/** The first code of each group of alarms means any alarm of it: medical, fire, panic, burglary, general, 24 hours but no burglary. */
const GROUPS: readonly number[] = [100, 110, 120, 130, 140, 150];
const GENERAL_ALARM = 140;

/** The code of the standard for an event code: the same, that of its group of alarms, or "general alarm". Each has three digits. */
export function codeOfStandard(code: number | undefined): number {
  if (code === undefined) return GENERAL_ALARM;
  if (CODES.some(([from, to]) => code >= from && code <= to)) return code;
  return OWN.get(code) ?? GROUPS.find((group) => group === Math.floor(code / 10) * 10) ?? GENERAL_ALARM;
}
