import { beforeAll, expect, it } from 'vitest';
import { ACCESS_FLAGS } from '#core/access.ts';
import { call } from '#support/call.ts';
import { aShownSession, aUser } from '#support/people.ts';
import { aWorld } from '#support/world.ts';
import { ENDPOINTS } from './endpoints.ts';
import { goodSampleOf } from './good-samples.ts';

beforeAll(aWorld);

/** What all dealers share. No generator writes this list. */
const OF_THE_ROOT_DEALER = [
  'accessories.txmLookup',
  'accessories.txmUpload',
  'billing.addRate',
  'billing.rates',
  'billing.readAll',
  'billing.removeRate',
  'billing.updateRate',
  'dev-tools.saveSysRefValue',
  'lead-times.add',
  'lead-times.remove',
  'lead-times.update',
  'logs.invalidLog',
  'orders.allotUnits',
  'orders.changeShipment',
  'orders.releaseUnit',
  'orders.ship',
  'orders.waiting',
  'orders.waitingUnits',
  'orders.withdrawShipment',
  'ota.create',
  'ota.makeCurrent',
  'ota.saveNotes',
  'ota.sign',
  'repair.addDevSim',
  'repair.removeDevSim',
  'rollouts.act',
  'rollouts.get',
  'rollouts.list',
  'rollouts.propose',
  'rollouts.units',
  'stations.connection',
  'support.addEntry',
  'support.removeEntry',
  'unit-configuration.replaceUnitIDs',
  'units.importUnits',
];

const found = ENDPOINTS.filter(({ endpoint }) => !endpoint.access.public && endpoint.access.onlyRootDealer);

it('lists the calls for people of the root dealer', () => {
  expect(found.map(({ name }) => name).sort()).toEqual(OF_THE_ROOT_DEALER);
});

it.each(found)('$name refuses an engineer of another dealer', async ({ name, endpoint }) => {
  const as = await aUser({ dealer: 22, type: 1, flags: [...ACCESS_FLAGS] });
  expect((await call(endpoint, { ...(await goodSampleOf(name, as)), as })).status).toBe(403);
});

/** What belongs to no other dealer. No generator writes this list. */
const ONLY_AT_ROOT = [
  'accessories.txmLookup',
  'accessories.txmUpload',
  'billing.addRate',
  'billing.rates',
  'billing.readAll',
  'billing.removeRate',
  'billing.updateRate',
  'logs.invalidLog',
  'orders.allotUnits',
  'orders.changeShipment',
  'orders.releaseUnit',
  'orders.ship',
  'orders.waiting',
  'orders.waitingUnits',
  'orders.withdrawShipment',
  'unit-configuration.replaceUnitIDs',
  'units.importUnits',
];
const atRoot = found.filter(({ endpoint }) => !endpoint.access.public && endpoint.access.onlyAtRoot);

it('lists the calls for those who are shown as the root dealer', () => {
  expect(atRoot.map(({ name }) => name).sort()).toEqual(ONLY_AT_ROOT);
});

it.each(atRoot)('$name refuses an engineer of the root dealer who is shown another one', async ({ name, endpoint }) => {
  const engineer = await aUser({ dealer: 1, type: 1, flags: [...ACCESS_FLAGS] });
  const { token } = await aShownSession(engineer, 22);
  expect((await call(endpoint, { ...(await goodSampleOf(name, engineer)), as: token })).status).toBe(403);
});
