import { z } from 'zod';
import { defineArea } from '../contract.ts';
import { OrderKey } from '../orders/order-key.ts';
import { PageRequest, pageOf } from '../paging.ts';
import { SerialNumber } from '../units/unit.ts';
import { DEMO_MANAGERS } from './access.ts';
import { DemoStatus } from './demo-status.ts';
import { DemoCandidate, DemoNote, DemoUnit, MAX_AT_ONCE } from './demo-unit.ts';

export const demoUnits = defineArea({
  list: {
    method: 'GET',
    path: '/api/demoManagement/units',
    summary: 'List the demo units by dealer and serial number',
    access: DEMO_MANAGERS,
    input: PageRequest.extend({
      /** Only the demo units of this dealer and those below it. */
      DealerKey: z.coerce.number().int().optional(),
    }),
    output: pageOf(DemoUnit),
    errors: ['INVALID', 'NOT_FOUND'],
  },
  unit: {
    method: 'GET',
    path: '/api/demoManagement/unit/{id}',
    summary: 'Read a unit that may become a demo unit',
    access: DEMO_MANAGERS,
    input: z.object({ id: SerialNumber }),
    output: DemoCandidate,
    errors: ['NOT_FOUND'],
  },
  order: {
    method: 'GET',
    path: '/api/demoManagement/order/{id}',
    summary: 'Read the units of an order that may become demo units',
    access: DEMO_MANAGERS,
    input: PageRequest.extend({
      id: OrderKey,
      /** As many as one call changes. */
      pageSize: z.coerce.number().int().min(1).max(MAX_AT_ONCE).default(MAX_AT_ONCE),
    }),
    output: pageOf(DemoCandidate),
    errors: ['NOT_FOUND'],
  },
  updateMany: {
    method: 'PUT',
    path: '/api/demoManagement/units',
    summary: 'Change the status of units, which become demo units if they are none',
    access: DEMO_MANAGERS,
    input: z.object({ units: z.array(SerialNumber).min(1).max(MAX_AT_ONCE), UnitStatus: DemoStatus }),
    output: z.object({
      changed: z.array(SerialNumber),
      /** Units that somebody else changed at the same moment. */
      failed: z.array(z.object({ UnitSerNum: SerialNumber, message: z.string() })),
    }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  update: {
    method: 'PUT',
    path: '/api/demoManagement/unit',
    summary: 'Change the status and the note of a demo unit',
    access: DEMO_MANAGERS,
    input: z.object({
      UnitSerNum: SerialNumber,
      version: z.number().int().min(1),
      UnitStatus: DemoStatus,
      Note: DemoNote,
    }),
    output: DemoUnit,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});
