import { setTimeout as sleep } from 'node:timers/promises';
import type { UnitReport } from '#core/unit-messages/messages.ts';
import type { Command, CommandResult } from '#core/unit-messages/session.ts';
import { codecOf } from '#protocol/models.ts';
import { seededRandom } from '#scripts/seed/random.ts';
import type { FleetUnit } from '../behaviour.ts';
import { UnitConnection } from '../connection.ts';
import { type Answer, moved, type Script, type Step } from './script.ts';

const RESTART_SECONDS = 30;
/** Real seconds in which the bridge lets the unit in, and acknowledges its last reports. */
const GIVE_UP_SECONDS = 120;
const NO_ANSWER: Answer = { outcome: 'unknownCommand', text: 'The script has no answer', answer: {} };

/** For how many seconds of the script a step leaves the unit without a connection. */
const offAfter = (step: Step | undefined): number => {
  if (!step || !('do' in step)) return 0;
  return ('seconds' in step ? step.seconds : undefined) ?? (step.do === 'restart' ? RESTART_SECONDS : 0);
};

interface PlayOptions {
  readonly unit: FleetUnit;
  readonly script: Script;
  readonly host: string;
  readonly port: number;
  /** The factor by which the script is faster than real time. */
  readonly speed: number;
  /** What happens, in words. */
  readonly tell: (words: string) => void;
  readonly giveUpSeconds?: number;
}

export interface Played {
  readonly reports: number;
  /** What the bridge would not take. */
  readonly refused: readonly string[];
  readonly commands: number;
}

/**
 * Plays a script as one unit, and resolves when the bridge has acknowledged all that the unit said. Rejects if the bridge does not let the unit in, or does not
 * acknowledge its last reports.
 */
export async function play({ unit, script, host, port, speed, tell, ...options }: PlayOptions): Promise<Played> {
  const { giveUpSeconds = GIVE_UP_SECONDS } = options;
  const refused: string[] = [];
  const results = new Map<string, Omit<CommandResult, 'MessageTime'>>();
  const answers = new Map([...script.answers].map(([name, all]) => [name, [...all]]));

  function obey({ commandId, command }: Command): void {
    const all = answers.get(command) ?? [NO_ANSWER];
    const answer = all.length > 1 ? all.shift()! : all[0]!;
    const result = results.get(commandId) ?? { type: 'commandResult', commandId, ...answer };
    results.set(commandId, result);
    tell(`Command ${command}: ${result.outcome}`);
    connection.say({ ...result, MessageTime: connection.now() });
  }

  const connection = new UnitConnection({
    ...{ host, port, speed, codec: codecOf(unit.model), secret: unit.secret },
    random: seededRandom(1),
    // A later run needs a higher number, or its reports would count as repetitions.
    bootId: Math.floor(Date.now() / 1000),
    login: () => ({
      ...{ imei: unit.imei, UnitSerNum: unit.UnitSerNum, UnitModel: unit.model, FirmVer: unit.firmware },
      ...(unit.ICCID !== undefined && { ICCID: unit.ICCID }),
    }),
    onServed() {},
    onCommand: obey,
    onRefused({ text }, { type }) {
      tell(`Refused ${type}: ${text}`);
      refused.push(`${type}: ${text}`);
    },
    onHandled: () => tell('A person has taken its alarm'),
    onConfiguration() {},
    onUpdate() {},
    onDownload() {},
  });

  function take(step: Step): void {
    if ('say' in step) {
      tell(`Says ${step.say.type}`);
      connection.say(moved(step.say, connection.now()) as UnitReport);
    } else if ('do' in step) {
      tell(`Does ${step.do}`);
      if (step.do === 'drop' && step.seconds !== undefined) connection.leave(step.seconds);
      else if (step.do === 'drop') connection.drop();
      else if (step.do === 'half-open') connection.abandon();
      else connection.restart(step.seconds ?? RESTART_SECONDS);
    }
  }

  /** Throws if the bridge does not do it in time. `off`: how many seconds the unit itself is without a connection first. */
  async function until(isDone: () => boolean, what: string, off = 0): Promise<void> {
    const seconds = giveUpSeconds + off;
    const end = performance.now() + seconds * 1000;
    const refusedBefore = refused.length;
    while (!isDone()) {
      if (performance.now() > end) {
        const reason = refused.length > refusedBefore ? `it refused ${refused.at(-1)}` : 'it does not answer';
        throw new Error(`The bridge did not ${what} of ${unit.UnitSerNum} within ${seconds} s: ${reason}`);
      }
      await sleep(20);
    }
  }

  try {
    connection.dial();
    await until(() => connection.isServed, 'accept the login');
    let at = 0;
    for (const step of script.steps) {
      if (step.at > at) await sleep(Math.min((step.at - at) / speed, 2 ** 31 - 1));
      at = step.at;
      take(step);
    }
    await until(
      () => connection.unacknowledged === 0,
      'acknowledge the last reports',
      offAfter(script.steps.at(-1)) / speed,
    );
    const reports = script.steps.filter((step) => 'say' in step).length;
    return { reports, refused, commands: results.size };
  } finally {
    connection.close();
  }
}
