import { z } from 'zod';
import { CustomerKey } from '../caregivers/customer.ts';
import { defineArea, OTHER_SYSTEM_RATE } from '../contract.ts';
import { SerialNumber } from '../units/unit.ts';
import { VITALS_EDITORS } from './access.ts';
import { MAX_PATIENTS, VitalsPatient } from './patient.ts';

export const vitals = defineArea({
  patients: {
    method: 'GET',
    path: '/api/vitals/getVitalsPatients',
    summary: "List the patients of the unit's dealer at the vitals portals",
    access: VITALS_EDITORS,
    rate: OTHER_SYSTEM_RATE,
    input: z.object({
      UnitSerNum: SerialNumber,
      /** Words of the name or the id. */
      search: z.string().max(100).optional(),
    }),
    output: z.object({
      patients: z.array(VitalsPatient).max(MAX_PATIENTS),
      /** More patients than are listed answer the search. */
      more: z.boolean(),
      /** Patients of the dealer that the vitals portals sent without an id, a name or a portal. */
      unreadable: z.number().int(),
      /** The customer of the unit, for whom the patient is chosen. */
      customer: CustomerKey.nullable(),
    }),
    errors: ['NOT_FOUND', 'TOO_MANY', 'UNAVAILABLE'],
  },
  linkPatient: {
    method: 'POST',
    path: '/api/vitals/addVitalsPatient',
    summary: 'Link a vitals patient to a unit, or remove the link',
    access: VITALS_EDITORS,
    rate: OTHER_SYSTEM_RATE,
    input: VitalsPatient.pick({ id: true, portalName: true }).extend({
      UnitSerNum: SerialNumber,
      /** Removes the link to this patient. */
      remove: z.boolean().default(false),
      /** The customer for whom the patient was chosen: CONFLICT if the unit has another one by then. Absent: the one that it has. */
      customer: CustomerKey.nullable().optional(),
    }),
    output: z.object({ UnitSerNum: SerialNumber, vitalsPatient: z.string(), vitalsPortal: z.string() }),
    errors: ['INVALID', 'NOT_FOUND', 'CONFLICT', 'TOO_MANY', 'UNAVAILABLE'],
  },
});
