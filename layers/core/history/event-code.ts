import type { EventReport } from '../unit-messages/common-reports.ts';

/** The qualifiers of Contact ID (SIA DC-05), which some firmware writes before the three digits of a code. */
const NEW = 1;
const RESTORED = 3;
const STILL_PRESENT = 6;
const QUALIFIERS: readonly number[] = [NEW, RESTORED, STILL_PRESENT];

export type ReportedCode = Pick<EventReport, 'EventCode' | 'restored'>;

interface CodeOfEvent {
  EventCode: number;
  restored: boolean;
  /** The unit repeats that something goes on that it has reported before. */
  stillPresent: boolean;
}

/** The code of an event without a qualifier: 1302 is 302, 3302 the end of 302, and 6302 says that 302 is still present. */
export function withoutQualifier({ EventCode, restored = false }: ReportedCode): CodeOfEvent {
  const found = Math.floor(EventCode / 1000);
  const qualifier = QUALIFIERS.includes(found) ? found : undefined;
  const isOver = restored || qualifier === RESTORED;
  return {
    EventCode: qualifier === undefined ? EventCode : EventCode % 1000,
    restored: isOver,
    stillPresent: !isOver && qualifier === STILL_PRESENT,
  };
}

/** The code that the type of a logged event has; undefined for what no code names, such as a restart. */
export function codeOfType(eventType: string): CodeOfEvent | undefined {
  const [, code, suffix] = /^Event (\d+)( restored| still present)?$/.exec(eventType) ?? [];
  if (code === undefined) return undefined;
  const named = withoutQualifier({ EventCode: Number(code), restored: suffix === ' restored' });
  return { ...named, stillPresent: named.stillPresent || suffix === ' still present' };
}

/** True for the end of another event: the smoke is gone, the battery is full. */
export const isRestored = ({ eventType }: { eventType: string }): boolean => codeOfType(eventType)?.restored === true;

/** True for an event that its unit has reported before, and that goes on. */
export const isStillPresent = ({ eventType }: { eventType: string }): boolean =>
  codeOfType(eventType)?.stillPresent === true;
