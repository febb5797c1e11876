import { z } from 'zod';
import type { UnitReport } from '#core/unit-messages/messages.ts';
import { COMMAND_OUTCOMES } from '#core/unit-messages/session.ts';
import { DEFAULT_UNIT_MODEL, UnitModel } from '#core/units/unit.ts';
import { SESSION_KINDS } from '#protocol/common.ts';
import { readLogged } from '#protocol/logged.ts';
import { codecOf } from '#protocol/models.ts';
import { type Answer, DEEDS, moved, type Script, type Step } from './script.ts';

const After = { after: z.number().min(0).default(0) };
const Line = z.union([
  z.strictObject({ model: UnitModel }),
  z.strictObject({ ...After, say: z.looseObject({ type: z.string() }) }),
  z.strictObject({ ...After, do: z.enum(DEEDS) }),
  z.strictObject({
    answer: z.string(),
    outcome: z.enum(COMMAND_OUTCOMES),
    text: z.string().optional(),
    values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
  }),
  z.strictObject({ wait: z.number().min(0) }),
]);

/**
 * Reads a script that a person wrote: a JSON object in each line. Lines that begin with # are comments. `after` is in seconds after the line before. Times of reports are
 * milliseconds before or after the moment at which they are sent; `MessageTime` may be missing. Throws an error that names the line.
 */
export function writtenScript(text: string): Script {
  let model: UnitModel = DEFAULT_UNIT_MODEL;
  let at = 0;
  const steps: Step[] = [];
  const answers = new Map<string, Answer[]>();
  for (const [index, content] of text.split(/\r?\n/).entries()) {
    if (content.trim() === '' || content.startsWith('#')) continue;
    try {
      const line = Line.parse(JSON.parse(content));
      if ('model' in line) model = line.model;
      else if ('answer' in line) {
        const { answer: name, values, text: words, outcome } = line;
        answers.set(name, [
          ...(answers.get(name) ?? []),
          { outcome, answer: values, ...(words !== undefined && { text: words }) },
        ]);
      } else if ('wait' in line) {
        at += line.wait * 1000;
        steps.push({ at, wait: true });
      } else {
        at += line.after * 1000;
        steps.push('do' in line ? { at, do: line.do } : { at, say: reportOf(line.say, model) });
      }
    } catch (error) {
      throw new Error(`Line ${index + 1}: ${wordsOf(error)}`);
    }
  }
  return { model, steps, answers };
}

function reportOf(given: { type: string }, model: UnitModel): UnitReport {
  if (SESSION_KINDS.some(({ type }) => type === given.type)) throw new Error(`${given.type} is not a report`);
  const report = { MessageTime: 0, ...given } as UnitReport;
  // What the protocol cannot carry is found now, and not in the middle of the script.
  const frame = codecOf(model).encode(moved(report, Date.now()), 1);
  const decoded = readLogged(Buffer.from(frame).toString('hex'), model)[0]!.decoded;
  if (!decoded.ok) throw new Error(decoded.detail);
  return report;
}

const wordsOf = (error: unknown) =>
  error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : String(error);
