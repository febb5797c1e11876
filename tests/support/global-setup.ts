import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The environment of the functions under test, except the name of each file's own table. */
    environment: Record<string, string>;
  }
}

/** Starts the services of the functions, once for all test files. */
export default async function setup(project: TestProject) {
  const standIns = fork(fileURLToPath(new URL('./stand-ins.ts', import.meta.url)));
  const ended = once(standIns, 'exit');
  const environment = await Promise.race([
    once(standIns, 'message').then(([told]) => told as Record<string, string>),
    ended.then(([code]) =>
      Promise.reject(new Error(`The stand-ins ended at once (${code}): see what they said above`)),
    ),
  ]);
  project.provide('environment', environment);
  return async () => {
    standIns.disconnect();
    await ended;
  };
}
