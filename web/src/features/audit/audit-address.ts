/** The dealer, user or thing whose audit is shown. */
export type AuditSubject =
  | { by: 'dealer'; dealerKey: number }
  | { by: 'user'; userKey: string; part: 'by' | 'as' | 'of' }
  | { by: 'object'; kind: string; id: string };

/** The subject in an address; the shown dealer if it names none. */
export function auditSubject(parameters: URLSearchParams, ownDealer: number): AuditSubject {
  const userKey = parameters.get('user');
  const part = parameters.get('part');
  if (userKey) return { by: 'user', userKey, part: part === 'as' || part === 'of' ? part : 'by' };
  const [kind, id] = [parameters.get('kind'), parameters.get('id')];
  if (kind && id) return { by: 'object', kind, id };
  return { by: 'dealer', dealerKey: Number(parameters.get('dealer')) || ownDealer };
}
