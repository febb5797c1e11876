import type { Value, Values } from '#protocol/messages.ts';
import type { Claim, UnitCommand } from './ports.ts';

/** What is wrong with a request's body, in words for the caller. */
export class BodyError extends Error {
  override name = 'BodyError';
}

type Fields = Record<string, unknown>;

/** The body of POST /commands: {commandId, UnitSerNum, command, arguments?, expiresAt, givenBy?}; expiresAt in ms UTC. */
export function commandOf(body: string): UnitCommand {
  const fields = objectOf(body);
  const givenBy = fields.givenBy === undefined ? undefined : textOf(fields, 'givenBy', 100);
  return {
    commandId: textOf(fields, 'commandId', 64),
    UnitSerNum: textOf(fields, 'UnitSerNum', 12),
    command: textOf(fields, 'command', 40),
    arguments: argumentsOf(fields.arguments ?? {}),
    expiresAt: wholeOf(fields, 'expiresAt'),
    ...(givenBy !== undefined && { givenBy }),
  };
}

/** The body of POST /superseded: {UnitSerNum, fence}. */
export function claimOf(body: string): Claim {
  const fields = objectOf(body);
  return { UnitSerNum: textOf(fields, 'UnitSerNum', 12), fence: wholeOf(fields, 'fence') };
}

export interface HandledReport {
  readonly UnitSerNum: string;
  readonly bootId: number;
  readonly sequence: number;
  readonly handledAt: number;
  readonly handledBy?: string;
}

/** The body of POST /handled: {UnitSerNum, bootId, sequence, handledAt, handledBy?}; handledAt in ms UTC. */
export function handledOf(body: string): HandledReport {
  const fields = objectOf(body);
  const handledBy = fields.handledBy === undefined ? undefined : textOf(fields, 'handledBy', 60);
  return {
    UnitSerNum: textOf(fields, 'UnitSerNum', 12),
    bootId: wholeOf(fields, 'bootId'),
    sequence: wholeOf(fields, 'sequence'),
    handledAt: wholeOf(fields, 'handledAt'),
    ...(handledBy !== undefined && { handledBy }),
  };
}

function objectOf(body: string): Fields {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw new BodyError('The body is not JSON');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new BodyError('The body is not an object');
  return parsed as Fields;
}

function textOf(fields: Fields, name: string, longest: number): string {
  const value = fields[name];
  if (typeof value !== 'string' || value === '' || value.length > longest) {
    throw new BodyError(`${name} must be a text of 1 to ${longest} characters`);
  }
  return value;
}

function wholeOf(fields: Fields, name: string): number {
  const value = fields[name];
  if (!Number.isSafeInteger(value) || (value as number) < 0)
    throw new BodyError(`${name} must be a whole number from 0`);
  return value as number;
}

function argumentsOf(given: unknown): Values {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new BodyError('arguments must be an object');
  for (const [name, value] of Object.entries(given)) {
    if (!isValue(value)) throw new BodyError(`arguments.${name} must be a text, a whole number, true or false`);
  }
  return given as Values;
}

const isValue = (value: unknown): value is Value =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isSafeInteger(value));
