import { readFileSync } from 'node:fs';

export const capturedFolder = new URL('../../events/unit-protocol/', import.meta.url);

/** The bytes of one file of captured frames; lines that begin with # are remarks. */
export function capturedBytes(file: string): Uint8Array {
  const lines = readFileSync(new URL(file, capturedFolder), 'utf8').split('\n');
  return Buffer.from(lines.filter((line) => !line.startsWith('#')).join(''), 'hex');
}
