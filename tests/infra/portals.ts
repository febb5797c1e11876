import type { Area } from '#core/contract.ts';
import { api } from '#core/index.ts';
import { PRODUCTION, synthesize } from './synthesize.ts';

/** A complete production deployment. All tests of stacks share it, because synthesizing takes longer than the tests. */
export const portal = synthesize(PRODUCTION);

export const EDGE_KEY_VERSION = '6f1c2a52-8f0e-4a30-9e0b-0d5a7f1b2c3d';
/** The smallest deployment, outside the Region of CloudFront, with a changed edge key. */
export const elsewhere = synthesize({ region: 'eu-west-1', bridge: 'off', edgeKeyVersion: EDGE_KEY_VERSION });

const STILL_TO_COME = 'billing dev-tools repair search'.split(' ').filter((area) => !(area in api));
const routesOf = (areas: Readonly<Record<string, Area>>) => Object.values(areas).flatMap(Object.keys).length;
/** The numbers of areas and of routes of the whole specification. */
export const ALL = {
  areas: Object.keys(api).length + STILL_TO_COME.length,
  routes: STILL_TO_COME.length > 0 ? Math.max(331, routesOf(api)) : routesOf(api),
};

/** The real areas, with areas and routes added up to the whole specification. */
export const wholeContract: Readonly<Record<string, Area>> = (() => {
  const missing = ALL.routes - routesOf(api);
  const added = STILL_TO_COME.map((area, index) => {
    const routes = Array.from(
      { length: Math.floor((missing + index) / STILL_TO_COME.length) },
      (_, route) => `route${route}`,
    );
    const endpoint = (route: string) => ({ ...api['lead-times'].list, path: `/api/${area}/${route}` as const });
    return [area, Object.fromEntries(routes.map((route) => [route, endpoint(route)]))] as const;
  });
  return { ...api, ...Object.fromEntries(added) };
})();
/** The portal of the whole specification, after its first deployment. */
export const whole = synthesize(
  { ...PRODUCTION, protection: 'on', probe: 'on', maxBridgeTasks: '125', secondRegion: 'us-west-2' },
  wholeContract,
);

const existing = (tableName: string, region: string) => ({
  region,
  tableName,
  tableStream: `arn:aws:dynamodb:${region}:111111111111:table/${tableName}/stream/2026-11-22T10:00:00.000`,
});
const ofRestored = { ...PRODUCTION, ...existing('watchkeep-production-restored', PRODUCTION.region) };
/** The production deployment after a restore of its table. */
export const restored = { settings: ofRestored, portal: synthesize(ofRestored) };
export const TABLE_OF_SECOND_REGION = 'watchkeep-production';
/** The production deployment in another Region, with the replica of its table. */
export const secondRegion = synthesize({ ...PRODUCTION, ...existing(TABLE_OF_SECOND_REGION, 'us-west-2') });
