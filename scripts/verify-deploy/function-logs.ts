import { writeFileSync } from 'node:fs';
import type { Emulator } from './emulator.ts';

interface LogGroups {
  logGroups: { logGroupName: string }[];
}
interface LogEvents {
  events: { message: string }[];
}

/** Writes what the functions said, which the emulator keeps in its own CloudWatch Logs and forgets when it ends. */
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
