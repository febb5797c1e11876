import { type Upgraded, upgradeOne } from './upgraded.ts';

/** What an upgrade of reserved names did. `alike`: the names that look like others, so that a person must rename or delete one of each. */
export interface RenewedNames extends Upgraded {
  alike: string[];
}

/** The result of one name: true if it was changed, a text if it looks like another one. */
export type Renewal = boolean | string;

/** Renews one name. One that fails is left. */
export const renewOne = (names: RenewedNames, name: string, renew: () => Promise<Renewal>): Promise<void> =>
  upgradeOne(names, name, async () => {
    const renewal = await renew();
    if (typeof renewal === 'string') names.alike.push(renewal);
    return renewal === true;
  });
