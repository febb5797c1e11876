import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { MissingRequirement } from '../machine.ts';

const OLDEST_JAVA = 17;

/**
 * Checks that DynamoDB Local can run, and returns Java's major version.
 * Throws an error that says what to install otherwise.
 */
export async function checkJava(command = 'java'): Promise<number> {
  const found = await javaVersion(command);
  if (found !== undefined && found >= OLDEST_JAVA) return found;
  const what = found === undefined ? `the command "${command}" does not answer` : `this machine has Java ${found}`;
  throw new MissingRequirement(
    `Java ${OLDEST_JAVA} or later is needed: ${what}. ` +
      'Install a JRE (Debian: apt-get install openjdk-17-jre-headless; macOS: brew install openjdk) and start again.',
  );
}

async function javaVersion(command: string): Promise<number | undefined> {
  try {
    const { stdout, stderr } = await promisify(execFile)(command, ['-version']);
    return parseJavaVersion(stderr + stdout);
  } catch {
    return undefined;
  }
}

/** Java 8 and earlier say "1.8.0_292", later ones "17.0.15" or "21-ea". */
export function parseJavaVersion(output: string): number | undefined {
  const [, first, second] = /version "(\d+)(?:\.(\d+))?/.exec(output) ?? [];
  if (first === undefined) return undefined;
  return Number(first === '1' ? second : first);
}
