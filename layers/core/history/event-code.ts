import type { EventReport } from '../unit-messages/common-reports.ts';

/** The qualifiers of Contact ID (SIA DC-05), which some firmware writes before the three digits of a code. */
const NEW = 1;
const RESTORED = 3;
const STILL_PRESENT = 6;
const QUALIFIERS: readonly number[] = [NEW, RESTORED, STILL_PRESENT];

export type ReportedCode = Pick<EventReport, 'EventCode' | 'restored'>;

/** The code of an event without a qualifier: 1302 is 302, and 3302 the end of 302. */
export function withoutQualifier({ EventCode, restored = false }: ReportedCode): Required<ReportedCode> {
  const qualifier = Math.floor(EventCode / 1000);
  return QUALIFIERS.includes(qualifier)
    ? { EventCode: EventCode % 1000, restored: restored || qualifier === RESTORED }
    : { EventCode, restored };
}

/** The code that the type of a logged event has; undefined for what no code names, such as a restart. */
export function codeOfType(eventType: string): Required<ReportedCode> | undefined {
  const found = /^Event (\d+)( restored)?$/.exec(eventType);
  return found ? withoutQualifier({ EventCode: Number(found[1]), restored: found[2] !== undefined }) : undefined;
}
