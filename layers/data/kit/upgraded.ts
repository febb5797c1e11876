/** What an upgrade of stored items did: how many it changed, and why it left others for the next time. */
export interface Upgraded {
  count: number;
  left: string[];
}

/** Upgrades one item. `upgrade` returns true if it changed the item. One that fails is left, so that it does not keep others from being upgraded. */
export async function upgradeOne(done: Upgraded, name: string, upgrade: () => Promise<boolean>): Promise<void> {
  try {
    if (await upgrade()) done.count += 1;
  } catch (error) {
    done.left.push(`${name}: ${(error as Error).message}`);
  }
}
