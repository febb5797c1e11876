import { MAX_BLOCKS_ASKED } from '#core/ota/manifest.ts';
import { image } from './download-file.ts';
import { type Question, UnitLine } from './unit-line.ts';

// Many units that download a file, in a process of their own: their work is not measured. It is told the server and the number of units,
// downloads when it is asked to, and answers with the milliseconds that it took.

const [kind, port, units] = process.argv.slice(2) as ['bridge' | 'plain', string, string];
const lines: UnitLine[] = [];
for (let number = 0; number < Number(units); number++)
  lines.push(await (kind === 'bridge' ? UnitLine.logIn : UnitLine.dial)(Number(port), number));

function questions(line: UnitLine): Question[] {
  if (kind === 'plain') return [{ bytes: Buffer.from('?'), answerBytes: image.bytes }];
  const asked: Question[] = [];
  for (let first = 1; first <= image.blocks; first += MAX_BLOCKS_ASKED)
    asked.push({
      bytes: line.askBlocks(first, MAX_BLOCKS_ASKED),
      answerBytes: image.framesOf(first, MAX_BLOCKS_ASKED).length,
    });
  return asked;
}

process.on('message', async () => {
  const begun = performance.now();
  await Promise.all(
    lines.map(async (line) => {
      for (const { bytes, answerBytes } of questions(line))
        await line.send({ pieces: [bytes], answerBytes, unanswered: 1 });
    }),
  );
  process.send!(performance.now() - begun);
});
process.once('disconnect', () => process.exit());
process.send!('ready');
