/**
 * What a log may contain of a failure outside the portal: the name, code and status of the error and of its causes. Their messages
 * and details can contain e-mail addresses, subjects and tokens.
 */
export function failureFacts(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { name, code, status, cause } = error as Error & { code?: unknown; status?: unknown };
  const known = [name, code, status].filter((fact) => typeof fact === 'string' || typeof fact === 'number');
  return [known.join(' '), ...failureFacts(cause)];
}
