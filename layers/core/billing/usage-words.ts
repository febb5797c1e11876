import { dayIn } from '../calendar-days.ts';
import { shownDay, type TimeStyle } from '../shown-time.ts';
import type { Used } from './sim-usage.ts';
import type { UsageRow } from './usage-check.ts';

/** `1 text`, `2 texts`. */
const counted = (count: number, noun: string) => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;

/** `2.4 MB`, `340 KB`, `12 bytes`: decimal, as carriers count. */
function dataWords(bytes: number): string {
  if (bytes < 1_000) return counted(bytes, 'byte');
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'KB'] : [bytes / 1_000_000, 'MB'];
  return `${amount.toLocaleString('en-US', { maximumFractionDigits: 1 })} ${unit}`;
}

/** `2.4 MB, 3 texts and 40 seconds of calls`. */
export function usedWords({ dataBytes, sms, voiceSeconds }: Used): string {
  const [data, texts] = [dataWords(dataBytes), counted(sms, 'text')];
  return voiceSeconds === undefined
    ? `${data} and ${texts}`
    : `${data}, ${texts} and ${counted(voiceSeconds, 'second')} of calls`;
}

/** What is odd of a SIM, in one sentence. */
export function oddWords(
  { finding, billedDays, usage }: Pick<UsageRow, 'finding' | 'billedDays' | 'usage'>,
  style: Pick<TimeStyle, 'format'>,
): string {
  // Spans are asked for by days of UTC (sim-usage.ts).
  const [from, to] = [usage.from, usage.to].map((at) => shownDay(dayIn(Date.parse(at), 'UTC'), style));
  const used = `${usedWords(usage)} from ${from} to ${to}`;
  return finding === 'silent'
    ? `Billed for ${counted(billedDays, 'day')}, but the unit did not ping and the carrier counted only ${used}.`
    : `Not billed, but the carrier counted ${used}.`;
}
