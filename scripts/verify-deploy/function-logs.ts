import { writeFileSync } from 'node:fs';
import type { Emulator } from './emulator.ts';
import { signedCall } from './signed-call.ts';

interface LogGroups {
  logGroups: { logGroupName: string }[];
}
interface LogEvents {
  events: { message: string }[];
}

/** Writes the logs of the functions, because the emulator's own CloudWatch Logs end with it. */
export async function keepFunctionLogs(emulator: Emulator, file: string): Promise<void> {
  const lines = await functionLogs(emulator);
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
}

const MOST_ATTEMPTS = 5;

/** The lines that the functions have logged, each after the name of its log group. */
export async function functionLogs(emulator: Emulator): Promise<string[]> {
  const logs = async <Answer>(action: string, input: object) => {
    const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `Logs_20140328.${action}` };
    const body = JSON.stringify(input);
    // The emulator answers 500 if a function adds a log group while it lists them.
    for (let attempt = 1; ; attempt++) {
      const answer = await signedCall(emulator, { service: 'logs', path: '/', method: 'POST', headers, body });
      if (answer.ok || attempt === MOST_ATTEMPTS) return (await answer.json()) as Answer;
    }
  };
  const { logGroups } = await logs<LogGroups>('DescribeLogGroups', { logGroupNamePrefix: '/watchkeep/' });
  const lines: string[] = [];
  for (const { logGroupName } of logGroups) {
    const { events } = await logs<LogEvents>('FilterLogEvents', { logGroupName });
    lines.push(...events.map(({ message }) => `${logGroupName} ${message}`));
  }
  return lines;
}
