import { ACKNOWLEDGEMENT_BYTES } from './acknowledged-in.ts';
import type { Finding, Measure } from './measure.ts';
import { ratioOf, sideBySide } from './side-by-side.ts';
import { UnitLine } from './unit-line.ts';
import { startUnitServer, type UnitServer } from './unit-servers.ts';

const UNITS = 64;
const TARGET = { atLeast: 0.5 };

/**
 * How units report. An echo copies a backlog in one piece as cheaply as a single report, but the bridge decodes, stores and acknowledges
 * each report of it. So the figure for a backlog has no target.
 */
const WAYS_TO_REPORT = [
  { name: 'one at a time', inOnePiece: 1, pieces: 60, unanswered: 1, target: TARGET },
  { name: 'up to 20 unanswered', inOnePiece: 1, pieces: 200, unanswered: 20, target: TARGET },
  { name: 'a backlog of 20 in one piece', inOnePiece: 20, pieces: 20, unanswered: 1, target: undefined },
] as const;

/**
 * The number of reports that a bridge reads, decodes, hands over and acknowledges in the processor time in which an echo server
 * returns the same bytes over the same sockets. Both run in their own process, so the work of the units does not count.
 */
export const measure: Measure = async () => {
  const [bridge, echo] = await Promise.all([startUnitServer('bridge'), startUnitServer('echo')]);
  try {
    const [toBridge, toEcho] = await Promise.all([connected(bridge), connected(echo)]);
    const findings: Finding[] = [];
    for (const { name, inOnePiece, pieces, unanswered, target } of WAYS_TO_REPORT) {
      const report =
        (server: UnitServer, lines: UnitLine[], answerBytes: (piece: Uint8Array) => number) => async () => {
          const sendings = lines.map((line) => {
            const written = Array.from({ length: pieces }, () => line.pings(inOnePiece, Date.now()));
            return { pieces: written, answerBytes: answerBytes(written[0]!), unanswered };
          });
          const before = await server.processorTime();
          await Promise.all(lines.map((line, index) => line.send(sendings[index]!)));
          return (await server.processorTime()) - before;
        };
      const samples = await sideBySide(
        {
          bridge: report(bridge, toBridge, () => inOnePiece * ACKNOWLEDGEMENT_BYTES),
          echo: report(echo, toEcho, (piece) => piece.length),
        },
        { rounds: 60, warmUp: 10, patience: 12_000 },
      );
      findings.push({
        name: `reports acknowledged to reports echoed, ${name}`,
        value: ratioOf(samples.echo, samples.bridge),
        unit: 'ratio',
        ...(target && { target }),
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

const connected = ({ port }: UnitServer): Promise<UnitLine[]> =>
  Promise.all(Array.from({ length: UNITS }, (_, number) => UnitLine.logIn(port, number)));
