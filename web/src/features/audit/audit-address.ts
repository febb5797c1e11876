/** The dealer, user or thing whose audit is shown. `below` adds the dealers below the dealer. */
export type AuditSubject =
  | { by: 'dealer'; dealerKey: number; below: boolean }
  | { by: 'user'; userKey: string; part: 'by' | 'as' | 'of' }
  | { by: 'object'; kind: string; id: string };

/** The subject in an address; the shown dealer and all below it if it names none. */
export function auditSubject(
  parameters: URLSearchParams,
  own: { dealer: number; hasSubDealers: boolean },
): AuditSubject {
  const userKey = parameters.get('user');
  const part = parameters.get('part');
  if (userKey) return { by: 'user', userKey, part: part === 'as' || part === 'of' ? part : 'by' };
  const [kind, id] = [parameters.get('kind'), parameters.get('id')];
  if (kind && id) return { by: 'object', kind, id };
  return {
    by: 'dealer',
    dealerKey: Number(parameters.get('dealer')) || own.dealer,
    below: own.hasSubDealers && parameters.get('below') !== 'no',
  };
}
