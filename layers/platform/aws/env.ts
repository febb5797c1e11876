import { z } from 'zod';
import { NEEDS, type Variable } from './needs.ts';

const VARIABLES: Readonly<Record<string, z.ZodType<string>>> = Object.assign(
  { STAGE: z.string().default('local') },
  ...Object.values(NEEDS),
);

/**
 * The value of an environment variable, checked.
 * @throws Error naming the variable if it is missing or malformed, so that the first call of a wrong deployment says why
 */
export function env(name: Variable): string {
  const result = (VARIABLES[name] ?? z.url()).safeParse(process.env[name]);
  if (!result.success) throw new Error(`Environment variable ${name}: ${result.error.issues[0]!.message}`);
  return result.data;
}

/** True where the whole portal runs on one machine, whose stand-ins have private addresses. */
export const isOneMachine = (): boolean => env('STAGE') === 'local';
