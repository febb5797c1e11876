import type { CenterStatus, Protocol } from '#core/monitoring-centers/center.ts';
import { MonitoringCenterEntity, WhiteListEntity } from '#data/monitoring-centers/centers.ts';
import { DealerCenterEntity } from '#data/monitoring-centers/centers-of-dealers.ts';
import type { Seed } from '../seed.ts';
import { itemOf } from '../write.ts';

const CENTERS: readonly { id: string; name: string; protocol: Protocol; status: CenterStatus }[] = [
  { id: 'beacon', name: 'Beacon Response', protocol: 3, status: 2 },
  { id: 'columbia', name: 'Columbia Monitoring', protocol: 1, status: 2 },
  { id: 'lighthouse', name: 'Lighthouse Care', protocol: 4, status: 1 },
];
/** The dealers that have the first centre. */
const DEALERS = [1, 22];

/** The centres of the root dealer, their numbers, and the dealers that have one. */
export const seed: Seed = () => [
  ...CENTERS.map((center) => itemOf(MonitoringCenterEntity, { DealerKey: 1, version: 1, ...center })),
  ...CENTERS.map(({ id }, index) =>
    itemOf(WhiteListEntity, {
      ...{ DealerKey: 1, id: `${id}-1`, version: 1, mcKey: id, label: 'Main line' },
      phoneNumber: `503555019${index}`,
    }),
  ),
  ...DEALERS.map((DealerKey) => itemOf(DealerCenterEntity, { DealerKey, OwnerKey: 1, mcKey: CENTERS[0]!.id })),
];
