import type { z } from 'zod';

/** The request's body cannot be used. The message is for the caller. */
export class BodyError extends Error {
  override name = 'BodyError';
}

/** Reads a JSON body by its schema. Throws BodyError. */
export function parseBody<T>(schema: z.ZodType<T>, body: string): T {
  const { data, error } = schema.safeParse(parseJson(body));
  if (!error) return data;
  const { path, message } = error.issues[0]!;
  throw new BodyError(path.length > 0 ? `${path.join('.')} ${message}` : 'The body must be an object');
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new BodyError('The body is not JSON');
  }
}
