import { DevSimEntity } from '#data/repair/dev-sims.ts';
import type { Seed } from '../seed.ts';
import { itemOf } from '../write.ts';

const ICCIDS = ['89011702278145360018', '89148000004512360027'];

export const seed: Seed = () =>
  ICCIDS.map((ICCID, index) => itemOf(DevSimEntity, { DealerKey: 1, id: `seeded-${index + 1}`, version: 1, ICCID }));
