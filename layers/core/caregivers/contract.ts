import { z } from 'zod';
import { holding, unlessHidden } from '../access.ts';
import { defineArea } from '../contract.ts';
import { SerialNumber } from '../units/unit.ts';
import { AvailableCaregiver, Caregiver, CaregiverFields, CaregiverKey, CaregiverType } from './caregiver.ts';
import { CaregiverCustomer, CustomerKey, HomeAddress } from './customer.ts';

const readers = holding('UNIT', 'UNIT_EDIT', 'UNIT_VIEW', 'CAREGIVER');
/** Without UNIT and UNIT_VIEW, which change nothing of a unit. */
const editors = holding('UNIT_EDIT', 'CAREGIVER');

const customerReaders = unlessHidden(readers);
const customerEditors = unlessHidden(editors);

const MAX_KEYS = 2000;

export const caregivers = defineArea({
  create: {
    method: 'POST',
    path: '/api/unit/caregiver/createAndAssignCaregiver',
    summary: 'Create a caregiver and assign it to a unit',
    access: editors,
    input: CaregiverFields.extend({ UnitSerNum: SerialNumber, UserType: CaregiverType.default('caregiver') }),
    output: Caregiver,
    errors: ['NOT_FOUND', 'CONFLICT', 'TOO_LARGE'],
  },
  assign: {
    method: 'PUT',
    path: '/api/unit/caregiver/assignUnassign',
    summary: 'Assign a caregiver to a unit, remove it, change its type for the unit, or change its information',
    access: editors,
    input: z.object({
      UnitSerNum: SerialNumber,
      UserKey: CaregiverKey,
      /** `admin` changes the type of the caregiver for the unit, `update` its name and its e-mail addresses. */
      updateType: z.enum(['add', 'remove', 'admin', 'update']),
      /** For `add` and `admin`. */
      UserType: CaregiverType.default('caregiver'),
      /** For `update`: what the person saw and what they entered. */
      seen: CaregiverFields.optional(),
      entered: CaregiverFields.optional(),
    }),
    output: z.object({}),
    errors: ['INVALID', 'NOT_FOUND', 'CONFLICT', 'TOO_LARGE'],
  },
  list: {
    method: 'GET',
    path: '/api/unit/caregiver/assignedCaregivers/{id}',
    summary: 'List the caregivers who are assigned to a unit, and those of its dealer who can be',
    access: readers,
    input: z.object({
      id: SerialNumber,
      /** The start of a name, or a unique ID: only these are available. */
      search: z.string().trim().max(100).default(''),
    }),
    output: z.object({
      assigned: z.array(Caregiver),
      /** By name, at most 50. */
      available: z.array(AvailableCaregiver),
      /** There are more available caregivers: a longer search text finds them. */
      more: z.boolean(),
    }),
    errors: ['NOT_FOUND'],
  },
  customer: {
    method: 'GET',
    path: '/api/unit/caregiver/customer',
    summary: 'Read the customers of a unit; the console of a wearable uses the first one',
    access: customerReaders,
    input: z.object({ UnitSerNum: SerialNumber }),
    /** A unit has at most one customer. */
    output: z.object({ caregiverCustomer: z.array(CaregiverCustomer) }),
    errors: ['NOT_FOUND'],
  },
  saveCustomer: {
    method: 'PUT',
    path: '/api/unit/caregiver/customer',
    summary: "Create the customer of a unit, or change the customer's home address",
    access: customerEditors,
    input: z.object({
      UnitSerNum: SerialNumber,
      HomeAddress,
      /** The customer to change, and the address that the person saw. Absent for a new customer. */
      CustomerKey: CustomerKey.optional(),
      seen: HomeAddress.optional(),
    }),
    output: CaregiverCustomer,
    errors: ['INVALID', 'NOT_FOUND', 'CONFLICT'],
  },
  address: {
    method: 'GET',
    path: '/api/unit/caregiver/customer/address/{id}',
    summary: "Read the home address of a unit's customer",
    access: customerReaders,
    input: z.object({ id: SerialNumber }),
    output: CaregiverCustomer,
    errors: ['NOT_FOUND'],
  },
  isAttached: {
    method: 'GET',
    path: '/api/unit/caregiver/isUnitAttachedToCaregiverCustomer/{id}',
    summary: 'Tell whether a unit has a customer',
    access: readers,
    input: z.object({ id: SerialNumber }),
    output: z.object({ attached: z.boolean() }),
    errors: ['NOT_FOUND'],
  },
  deleteCustomer: {
    method: 'DELETE',
    path: '/api/unit/caregiver/customer/{key}',
    summary: 'Delete the customer of a unit, with the selected caregivers who are assigned to no other unit',
    access: customerEditors,
    input: z.object({
      key: CustomerKey,
      UnitSerNum: SerialNumber,
      /** The keys of the selected caregivers, comma-separated. */
      selected: z.string().max(MAX_KEYS).default(''),
    }),
    output: z.object({}),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});
