import { type AuditedArea, choice, inWords, number, onOff, text } from '../audit/wording.ts';
import { UNIT_MODELS } from '../units/unit.ts';
import { consoleCommands } from './commands.ts';
import type { HandoverReason } from './custody.ts';
import { outcomeWords } from './line.ts';

const COMMANDS: Readonly<Record<string, string>> = Object.fromEntries(
  UNIT_MODELS.flatMap((model) => consoleCommands(model, { engineer: true })).map(({ name, label }) => [
    name,
    `${label} (${name})`,
  ]),
);

/** A command with its arguments, and who set the reminder that it comes from. */
const command = {
  command: choice('Command', COMMANDS),
  level: number('Level'),
  zone: number('Zone'),
  mode: text('Mode'),
  phoneNumber: text('Phone number'),
  voice: text('Voice command'),
  messages: text('Stored messages'),
  on: onOff('Remote log'),
  EventCode: text('Event code'),
  message: text('Message'),
  seconds: number('Seconds'),
  origin: inWords('Because of', (origin) => (origin.startsWith('reminder ') ? 'A reminder' : origin)),
  setBy: text('Set by'),
};

const HANDOVERS: Readonly<Record<HandoverReason, string>> = {
  given: 'It was given',
  'no answer': 'The holder did not answer',
  alarm: 'An operator handles an alarm of the unit',
};

export const AUDITED = {
  kinds: {},
  actions: {
    'open console': { sentence: '{actor} opened the console of {object}' },
    'give command': { sentence: '{actor} sent {object} the command: {command}', fields: command },
    'hand over console': {
      sentence: 'The console of {object} went from {from} to {to}',
      fields: { from: text('From'), to: text('To'), because: choice('Because', HANDOVERS) },
    },
    'end command': {
      sentence: 'The command of {actor} to {object} ended: {command}, {outcome}',
      fields: { ...command, outcome: inWords('Outcome', outcomeWords), text: text('Answer of the unit') },
    },
  },
} as const satisfies AuditedArea;
