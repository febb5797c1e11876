import { CRC_BYTES, HEADER_BYTES } from '#protocol/frames.ts';
import type { Finding, Measure } from './measure.ts';
import { ratioOf, sideBySide } from './side-by-side.ts';
import { UnitLine } from './unit-line.ts';
import { startUnitServer, type UnitServer } from './unit-servers.ts';

const UNITS = 64;
const ACKNOWLEDGEMENT_BYTES = HEADER_BYTES + CRC_BYTES;

/** How units report: one report after the other, or many at once, as after a while without network. */
const WAYS_TO_REPORT = [
  { name: 'a report at a time', inOnePiece: 1, pieces: 60 },
  { name: '20 reports at a time', inOnePiece: 20, pieces: 20 },
] as const;

/**
 * How many reports a bridge reads, decodes, hands over and acknowledges in the time in which an echo server of the same sockets sends
 * the same bytes back. Both are processes of their own; a unit sends its next piece when the last one has been answered.
 */
export const measure: Measure = async () => {
  const [bridge, echo] = await Promise.all([startUnitServer('bridge'), startUnitServer('echo')]);
  try {
    const [toBridge, toEcho] = await Promise.all([connected(bridge), connected(echo)]);
    const findings: Finding[] = [];
    for (const { name, inOnePiece, pieces } of WAYS_TO_REPORT) {
      const report = (lines: UnitLine[], answerBytes: (piece: Uint8Array) => number) => async () => {
        const written = lines.map((line) => Array.from({ length: pieces }, () => line.pings(inOnePiece, Date.now())));
        const begun = performance.now();
        await Promise.all(lines.map((line, index) => exchangeAll(line, written[index]!, answerBytes)));
        return performance.now() - begun;
      };
      const samples = await sideBySide(
        {
          bridge: report(toBridge, () => inOnePiece * ACKNOWLEDGEMENT_BYTES),
          echo: report(toEcho, (piece) => piece.length),
        },
        { rounds: 60, warmUp: 10, patience: 15_000 },
      );
      findings.push({
        name: `reports acknowledged by the bridge to reports echoed, ${name}`,
        value: ratioOf(samples.echo, samples.bridge),
        unit: 'ratio',
        target: { atLeast: 0.5 },
        samples: samples.bridge.length,
        detail: `${UNITS} units, ${UNITS * inOnePiece * pieces} reports a sample`,
      });
    }
    for (const line of [...toBridge, ...toEcho]) line.close();
    return findings;
  } finally {
    await Promise.all([bridge.close(), echo.close()]);
  }
};

/** Units that have said their login and had an answer. */
async function connected({ port }: UnitServer): Promise<UnitLine[]> {
  const lines = await Promise.all(Array.from({ length: UNITS }, (_, number) => UnitLine.dial(port, number)));
  await Promise.all(lines.map((line) => line.exchange(line.login(), 1)));
  return lines;
}

async function exchangeAll(
  line: UnitLine,
  pieces: readonly Uint8Array[],
  answerBytes: (piece: Uint8Array) => number,
): Promise<void> {
  for (const piece of pieces) await line.exchange(piece, answerBytes(piece));
}
