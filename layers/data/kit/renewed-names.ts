/** What an upgrade of reserved names did: how many it reserved in their present form, and which names look like others, so that they are left. */
export interface RenewedNames {
  count: number;
  left: string[];
}

/** The result of one name: true if it was changed, a text if it is left. */
export type Renewal = boolean | string;

/** Adds the result of one name. */
export function noteRenewal(names: RenewedNames, renewal: Renewal): void {
  if (typeof renewal === 'string') names.left.push(renewal);
  else if (renewal) names.count += 1;
}
