import { writeFileSync } from 'node:fs';
import type { Emulator } from './emulator.ts';

interface LogGroups {
  logGroups: { logGroupName: string }[];
}
interface LogEvents {
  events: { message: string }[];
}

/** Writes the logs of the functions, because the emulator's own CloudWatch Logs end with it. */
export async function keepFunctionLogs({ url }: Emulator, file: string): Promise<void> {
  const logs = async <Answer>(action: string, input: object) => {
    const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `Logs_20140328.${action}` };
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(input) });
    return (await answer.json()) as Answer;
  };
  const { logGroups } = await logs<LogGroups>('DescribeLogGroups', { logGroupNamePrefix: '/watchkeep/' });
  const lines: string[] = [];
  for (const { logGroupName } of logGroups) {
    const { events } = await logs<LogEvents>('FilterLogEvents', { logGroupName });
    lines.push(...events.map(({ message }) => `${logGroupName} ${message}`));
  }
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
}
