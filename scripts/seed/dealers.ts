import { type DealerRules, USUAL_RULES } from '#core/dealers/rules.ts';

/** A believable tree of dealers, three levels deep, with the dealers that the specification has rules for. */
const TREE: readonly [key: number, name: string, parent: number | undefined, share: number][] = [
  [1, 'Watchkeep', undefined, 0],
  [7, 'Lakeshore Alert', 1, 6],
  [13, 'Harbor Medical Alarm', 1, 8],
  [22, 'Northwind Response', 1, 20],
  [49, 'Cedar Home Care', 1, 8],
  [91, 'Blue Ridge Safety', 1, 6],
  [422, 'TELUS Living Well', 1, 12],
  [220, 'Northwind Oregon', 22, 14],
  [221, 'Northwind Washington', 22, 12],
  [2201, 'Northwind Portland Metro', 220, 8],
  [2202, 'Northwind Coast', 220, 6],
];

/** The rules of single dealers in the specification (portal-1 section 6). */
const RULES: Readonly<Record<number, Partial<DealerRules>>> = {
  7: { unitIDLabel: true },
  91: { unitIDLabel: true },
  13: { unitIDOptions: ['Use Serial Number'] },
  49: { udiFileRequired: true },
  422: { unitIDOptions: ["No Unit ID's"] },
};

export interface SeedDealer {
  DealerKey: number;
  DealerName: string;
  DealerParent: number | undefined;
  dealerPath: string;
  /** Its share of the fleet in percent. */
  share: number;
}

const pathOf = (key: number): string => {
  const parent = TREE.find(([one]) => one === key)![2];
  return `${parent === undefined ? '/' : pathOf(parent)}${key}/`;
};

export const DEALERS: readonly SeedDealer[] = TREE.map(([DealerKey, DealerName, DealerParent, share]) => ({
  DealerKey,
  DealerName,
  DealerParent,
  share,
  dealerPath: pathOf(DealerKey),
}));

/** How users of a dealer sign on and where they are sent after signing out, if not the login page. */
const GATES: Readonly<Record<number, { signOutAddress: '/telus'; signOnProvider: string }>> = {
  422: { signOutAddress: '/telus', signOnProvider: 'telus' },
};

export const dealerItem = ({ share: _share, DealerParent, ...dealer }: SeedDealer) => ({
  ...dealer,
  ...GATES[dealer.DealerKey],
  ...(DealerParent !== undefined && { DealerParent }),
  DealerStatus: 3,
  DealerBillingCode: dealer.DealerName.replace(/[^A-Z]/g, '').padEnd(3, 'X') + dealer.DealerKey,
  CustomLabel1: 'Room',
  CustomLabel2: 'Building',
  ...(RULES[dealer.DealerKey] && { Rules: { ...USUAL_RULES, ...RULES[dealer.DealerKey] } }),
  tree: 'all',
});
