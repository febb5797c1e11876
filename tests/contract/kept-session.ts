import type { Answer } from '#support/call.ts';

/**
 * Makes all calls with one session. Some calls end the session that they are made with: the next call then fails with 401, and is made
 * once more with a new session.
 */
export function keptSession(begin: () => Promise<{ token: string }>) {
  let token: string | undefined;
  return async (call: (token: string) => Promise<Answer>): Promise<Answer> => {
    const answer = token === undefined ? undefined : await call(token);
    if (answer && answer.status !== 401) return answer;
    token = (await begin()).token;
    return call(token);
  };
}
