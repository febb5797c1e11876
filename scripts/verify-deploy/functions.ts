import type { Emulator } from './emulator.ts';
import { signedCall } from './signed-call.ts';

const FUNCTIONS = '/2015-03-31/functions';

/** The parts of a deployed function's configuration that the steps use. */
export interface Configuration {
  FunctionName: string;
  FunctionArn: string;
  /** The ARN of its role. */
  Role: string;
  Environment?: { Variables?: Record<string, string> };
}

/** The configuration of an area's function in stage dev; undefined if there is no such function. */
export async function configurationOf(emulator: Emulator, name: string): Promise<Configuration | undefined> {
  const path = `${FUNCTIONS}/watchkeep-dev-${name}/configuration`;
  const answer = await signedCall(emulator, { service: 'lambda', path });
  return answer.status === 404 ? undefined : ((await answer.json()) as Configuration);
}

export async function configurations(emulator: Emulator): Promise<Configuration[]> {
  const answer = await signedCall(emulator, { service: 'lambda', path: `${FUNCTIONS}/?MaxItems=1000` });
  return ((await answer.json()) as { Functions: Configuration[] }).Functions;
}

/** Runs a deployed function with an empty event, and returns its result. */
export async function runOnce(emulator: Emulator, name: string): Promise<unknown> {
  const path = `${FUNCTIONS}/watchkeep-dev-${name}/invocations`;
  const answer = await signedCall(emulator, { service: 'lambda', path, method: 'POST', body: '{}' });
  if (!answer.ok) throw new Error(`${name} could not be run: ${answer.status}`);
  return answer.json();
}

/** Replaces the variables of a deployed function. */
export async function setVariables(emulator: Emulator, FunctionName: string, Variables: Record<string, string>) {
  const { ok, status } = await signedCall(emulator, {
    service: 'lambda',
    path: `${FUNCTIONS}/${FunctionName}/configuration`,
    method: 'PUT',
    body: JSON.stringify({ Environment: { Variables } }),
  });
  if (!ok) throw new Error(`The variables of ${FunctionName} could not be changed: ${status}`);
}
