import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { SQSEvent } from 'aws-lambda';
import { expect } from 'vitest';

export interface Death {
  /** The number of the request at which the worker dies, from 1 on. */
  killedAt: number;
  /** Of DynamoDB. */
  operation?: string;
  /** `before` the request leaves the process, or when its answer came: it was `sent`. */
  when?: 'before' | 'sent';
}

/** Lets a function in its own process begin, which is killed at a request to the table: by default before a transaction leaves. */
export const expectKilled = async (functionName: string, event: SQSEvent, death: Death): Promise<void> =>
  expect(await isKilled(functionName, event, death), `${functionName} at ${JSON.stringify(death)}`).toBe(true);

/** The same for a function that may end before that. */
export async function isKilled(functionName: string, event: SQSEvent, death: Death): Promise<boolean> {
  const script = fileURLToPath(new URL('doomed-worker.ts', import.meta.url));
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'inherit', 'inherit'] });
  const ended = once(child, 'exit');
  child.stdin.end(JSON.stringify({ functionName, event, ...death }));
  return (await ended)[1] === 'SIGKILL';
}
