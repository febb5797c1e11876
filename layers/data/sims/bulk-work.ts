import type { BulkWork } from '../kit/area.ts';
import { changePlan } from './change-plan.ts';
import { changeSims } from './change-sims.ts';
import { makeVerizon } from './make-verizon.ts';

export const bulkWork: Readonly<Record<string, BulkWork>> = {
  makeVerizon,
  sim: changeSims,
  plan: changePlan,
};
