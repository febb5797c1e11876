import { z } from 'zod';
import { holding, ofRootDealer } from '../access.ts';
import { defineArea } from '../contract.ts';
import { PageRequest, pageOf } from '../paging.ts';
import { RecordVersion } from '../records.ts';
import { ChangedLeadTime, LeadTime, LeadTimeInput, ProductDetails } from './lead-time.ts';

const readers = holding('PRODUCTION', 'ENGINEER');
/** One matrix holds for the orders of all dealers. */
const editors = ofRootDealer(readers);

export const leadTimes = defineArea({
  list: {
    method: 'GET',
    path: '/api/leadTime',
    summary: 'Read the lead times, by product and quantity',
    access: readers,
    input: PageRequest,
    output: pageOf(LeadTime).extend({ products: z.array(ProductDetails) }),
  },
  add: {
    method: 'POST',
    path: '/api/leadTime',
    summary: 'Add a lead time',
    access: editors,
    input: LeadTimeInput,
    output: LeadTime,
    errors: ['CONFLICT', 'TOO_LARGE'],
  },
  update: {
    method: 'PUT',
    path: '/api/leadTime',
    summary: 'Change a lead time',
    access: editors,
    input: ChangedLeadTime,
    output: LeadTime,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/leadTime',
    summary: 'Delete a lead time',
    access: editors,
    input: RecordVersion,
    output: z.object({}),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});
