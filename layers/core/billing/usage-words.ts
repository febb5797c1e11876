import type { Used } from './sim-usage.ts';

/** `1 text`, `2 texts`. */
const counted = (count: number, noun: string) => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;

/** `2.4 MB`, `340 KB`, `12 bytes`: decimal, as carriers count. */
function dataWords(bytes: number): string {
  if (bytes < 1_000) return counted(bytes, 'byte');
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'KB'] : [bytes / 1_000_000, 'MB'];
  return `${amount.toLocaleString('en-US', { maximumFractionDigits: 1 })} ${unit}`;
}

/** What a carrier counted of a SIM: `2.4 MB, 3 texts, 40 s of calls`. */
export function usedWords({ dataBytes, sms, voiceSeconds }: Used): string {
  const [data, texts] = [dataWords(dataBytes), counted(sms, 'text')];
  return voiceSeconds === undefined
    ? `${data}, ${texts}`
    : `${data}, ${texts}, ${voiceSeconds.toLocaleString('en-US')} s of calls`;
}
