import { z } from 'zod';
import { defineArea } from '../contract.ts';
import { DealerKeyInput } from '../dealers/dealer.ts';
import { PageRequest, pageOf } from '../paging.ts';
import { RecordVersion } from '../records.ts';
import { Instant } from '../time.ts';
import { BILL_READERS, BILLERS, RATE_SETTERS } from './access.ts';
import { BillProgress, BillRow, DealerBill, SummaryRow, Totals } from './bill.ts';
import { BillingRate, BillingRateInput } from './rates.ts';
import { UsageReading, UsageRow } from './usage-check.ts';

/** The month in which a period ends. */
const Period = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'A period is a month: 2026-11');
const OfPeriod = PageRequest.extend({ period: Period });
const OfDealer = OfPeriod.extend({ dealer: DealerKeyInput });

const HowFar = {
  /** Null while the bills of the period are not made. They have no rows then. */
  closedAt: Instant.nullable(),
  /** Null unless they are under way. */
  progress: BillProgress.nullable(),
};

export const billing = defineArea({
  periods: {
    method: 'GET',
    path: '/api/billing/periods',
    summary: 'List the periods with bills, the latest first',
    access: BILL_READERS,
    input: z.object({}),
    output: z.object({ periods: z.array(Period) }),
  },
  readAll: {
    method: 'GET',
    path: '/api/billing/report/readAll/{period}',
    summary: 'Read the bills of all dealers for a period',
    access: BILLERS,
    input: OfPeriod,
    output: pageOf(DealerBill).extend({ totals: Totals, ...HowFar }),
    errors: ['NOT_FOUND'],
  },
  read: {
    method: 'GET',
    path: '/api/billing/report/read/{dealer}/{period}',
    summary: 'Read the bill of a dealer for a period, by type, model and rate',
    access: BILL_READERS,
    input: OfDealer,
    output: pageOf(SummaryRow).extend({ ...DealerBill.shape, ...HowFar }),
    errors: ['NOT_FOUND'],
  },
  details: {
    method: 'GET',
    path: '/api/billing/details/read/{dealer}/{period}',
    summary: 'Read the lines of a bill, by unit',
    access: BILL_READERS,
    input: OfDealer,
    output: pageOf(BillRow).extend({ progress: HowFar.progress }),
    errors: ['NOT_FOUND'],
  },
  usage: {
    method: 'GET',
    path: '/api/billing/usage/read/{period}',
    summary: 'List the SIMs that are billed and silent, or talk and are not billed',
    access: BILL_READERS,
    /** Without a dealer: all dealers for the root dealer, else the own one. */
    input: OfPeriod.extend({ dealer: DealerKeyInput.optional() }),
    output: pageOf(UsageRow).extend({
      /** How far the reading of each carrier is. A carrier that was never read is absent. */
      readings: z.array(UsageReading),
    }),
    errors: ['NOT_FOUND'],
  },
  rates: {
    method: 'GET',
    path: '/api/billing/rates',
    summary: 'List what dealers pay',
    access: RATE_SETTERS,
    input: PageRequest,
    output: pageOf(BillingRate.extend({ DealerName: z.string() })),
  },
  addRate: {
    method: 'POST',
    path: '/api/billing/rates',
    summary: 'Add what a dealer pays from a day on',
    access: RATE_SETTERS,
    input: BillingRateInput,
    output: BillingRate,
    errors: ['NOT_FOUND', 'CONFLICT', 'TOO_LARGE'],
  },
  updateRate: {
    method: 'PUT',
    path: '/api/billing/rates',
    summary: 'Change what a dealer pays from a day on',
    access: RATE_SETTERS,
    input: BillingRate,
    output: BillingRate,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  removeRate: {
    method: 'DELETE',
    path: '/api/billing/rates',
    summary: 'Delete a rate',
    access: RATE_SETTERS,
    input: RecordVersion,
    output: z.object({}),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});
