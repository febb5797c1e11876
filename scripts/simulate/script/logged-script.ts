import Papa from 'papaparse';
import { z } from 'zod';
import { Party } from '#core/logs/protocol-entry.ts';
import { SECOND } from '#core/time.ts';
import type { Message, UnitReport } from '#core/unit-messages/messages.ts';
import { UNIT_MODELS, UnitModel } from '#core/units/unit.ts';
import { type LoggedFrame, readLogged } from '#protocol/logged.ts';
import { type Answer, moved, type Script, type Step } from './script.ts';

/** The columns of an exported TCP message log or mPERS log that a script is made of. */
const Row = z.object({
  MessageTime: z.iso.datetime().transform((text) => Date.parse(text)),
  Origin: Party,
  messageType: z.string(),
  RawData: z.string(),
});
type Row = z.infer<typeof Row>;

const NOT_REPORTS = ['login', 'heartbeat', 'commandReceived', 'askManifest', 'askBlocks', 'askInstall'];

/** How long a unit is taken to have been off that starts without a row of its lost connection. */
const LONGEST_UNSEEN_START = 30 * SECOND;

/**
 * Makes a script of a protocol log that was exported as CSV: the unit says its reports at the same distances again, is without connection and starts as long as it did,
 * and answers the commands as it did. A report that was late then is as late now. Throws if the text is not such a log.
 */
export function loggedScript(text: string): Script {
  const { data } = Papa.parse<Record<string, string>>(text.trim(), { header: true, skipEmptyLines: true });
  const rows = data.map((row, index) => {
    const { data: read, error } = Row.safeParse(row);
    if (!read) throw new Error(`Line ${index + 2}: ${z.prettifyError(error)}`);
    return read;
  });
  // An export has the newest first.
  const oldestFirst = rows.reverse().sort((one, other) => one.MessageTime - other.MessageTime);
  const begin = oldestFirst[0]?.MessageTime;
  if (begin === undefined) throw new Error('The log has no messages');
  const model = modelOf(oldestFirst);
  const steps: Step[] = [];
  const answers = new Map<string, Answer[]>();
  const commands = new Map<string, string>();
  let bootId: number | undefined;
  let lastAt = 0;
  for (const row of oldestFirst) {
    const at = row.MessageTime - begin;
    if (row.messageType === 'disconnect') steps.push({ at, do: 'drop' });
    for (const message of messagesOf(row, model)) {
      if (message.type === 'login') {
        const isStart = bootId !== undefined && bootId !== message.bootId;
        const last = steps.at(-1);
        const wasOff = last !== undefined && 'do' in last && last.do === 'drop' && last.seconds === undefined;
        if (wasOff) steps.pop();
        // An idle unit says nothing for hours, though it is connected.
        const offAt = wasOff ? last.at : Math.max(lastAt, at - LONGEST_UNSEEN_START);
        const seconds = (at - offAt) / 1000;
        if (isStart) steps.push({ at: offAt, do: 'restart', seconds });
        else if (wasOff) steps.push({ at: offAt, do: 'drop', seconds });
        bootId = message.bootId;
      } else if (message.type === 'command') commands.set(message.commandId, message.command);
      else if (message.type === 'commandResult') {
        const name = commands.get(message.commandId);
        if (name === undefined) continue;
        const { outcome, text: words, answer } = message;
        answers.set(name, [
          ...(answers.get(name) ?? []),
          { outcome, answer, ...(words !== undefined && { text: words }) },
        ]);
      } else if (row.Origin === 'Unit' && !NOT_REPORTS.includes(message.type))
        steps.push({ at, say: moved(message as UnitReport, -row.MessageTime) });
    }
    lastAt = at;
  }
  return { model, steps, answers };
}

const framesOf = ({ RawData }: Row, model: UnitModel): LoggedFrame[] =>
  RawData === '' ? [] : readLogged(RawData, model);

const messagesOf = (row: Row, model: UnitModel): Message[] =>
  framesOf(row, model).flatMap(({ decoded }) => (decoded.ok ? [decoded.message] : []));

/** The model that the unit named at a login, or else the one whose messages these are. */
function modelOf(rows: readonly Row[]): UnitModel {
  for (const row of rows)
    for (const message of messagesOf(row, UNIT_MODELS[0])) {
      const named = message.type === 'login' ? UnitModel.safeParse(message.UnitModel).data : undefined;
      if (named) return named;
    }
  const readable = (model: UnitModel) => rows.reduce((sum, row) => sum + messagesOf(row, model).length, 0);
  return readable('myConnect') > readable('MXD-LTE') ? 'myConnect' : 'MXD-LTE';
}
