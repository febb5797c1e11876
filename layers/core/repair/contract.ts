import { z } from 'zod';
import { defineArea } from '../contract.ts';
import { PageRequest, pageOf } from '../paging.ts';
import { SerialNumber } from '../units/unit.ts';
import { DEV_SIM_KEEPERS, REPAIRERS } from './access.ts';
import { BoardSwapInput } from './board-swap.ts';
import { DevSim, DevSimInput } from './dev-sim.ts';
import { RepairUnit } from './repair-unit.ts';

export const repair = defineArea({
  unit: {
    method: 'GET',
    path: '/api/repair/unit/{serial}',
    summary: 'Read a unit that is repaired',
    access: REPAIRERS,
    input: z.object({ serial: SerialNumber }),
    output: RepairUnit,
    errors: ['NOT_FOUND'],
  },
  swapBoard: {
    method: 'POST',
    path: '/api/repair/boardswap',
    summary: 'Give a unit the board of a spare unit',
    access: REPAIRERS,
    givesRights: true,
    input: BoardSwapInput,
    output: RepairUnit,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  devSims: {
    method: 'GET',
    path: '/api/repair/devSim',
    summary: 'List the developer SIMs by ICCID',
    access: REPAIRERS,
    input: PageRequest.extend({
      /** Only the SIM with this ICCID. */
      ICCID: DevSimInput.shape.ICCID.optional(),
    }),
    output: pageOf(DevSim),
    errors: ['INVALID'],
  },
  addDevSim: {
    method: 'POST',
    path: '/api/repair/devSim',
    summary: 'Add a developer SIM',
    access: DEV_SIM_KEEPERS,
    input: DevSimInput,
    output: DevSim,
    errors: ['CONFLICT', 'TOO_LARGE'],
  },
  removeDevSim: {
    method: 'DELETE',
    path: '/api/repair/devSim/{key}',
    summary: 'Delete a developer SIM',
    access: DEV_SIM_KEEPERS,
    input: z.object({ key: z.string().min(1).max(60) }),
    output: z.object({}),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});
