import type { StandInReply } from '../http.ts';
import { failure, jsonReply, NOT_FOUND } from './control-center-errors.ts';

/** A customer of one of the accounts, as it was sent. */
export interface Customer {
  customerId: number;
  carrier: 0 | 2;
  name: string;
  [field: string]: unknown;
}

const FIELDS = [
  'name',
  'accountName',
  'securityQuestion',
  'securityAnswer',
  'shipToBillAddress',
  'contacts',
  'billingAddress',
  'shippingAddress',
];
const LONGEST = { addressLine1: 100, addressLine2: 40, city: 40, state: 40, country: 100, postalCode: 15 } as const;
const FIRST_ID = 7_000_001;

/** POST /customers, GET and PUT /customers/{id} (reference: integration-facts, section 1.7). */
export function customersOf(customers: Customer[], save: () => Promise<void>) {
  const find = (carrier: 0 | 2, id: string) =>
    customers.find((customer) => customer.carrier === carrier && String(customer.customerId) === id);
  const isTaken = (carrier: 0 | 2, name: unknown, but?: Customer) =>
    customers.some((one) => one !== but && one.carrier === carrier && one.name === name);

  return {
    read(carrier: 0 | 2, id: string): StandInReply {
      const customer = find(carrier, id);
      if (!customer) return NOT_FOUND;
      const { securityAnswer: _answer, carrier: _carrier, ...shown } = customer;
      return jsonReply(200, shown);
    },

    async create(carrier: 0 | 2, body: Record<string, unknown> | undefined): Promise<StandInReply> {
      const refusal = refusalOf(body, true) ?? (isTaken(carrier, body!.name) ? TAKEN : undefined);
      if (refusal) return refusal;
      const customer = { ...body, customerId: FIRST_ID + customers.length, carrier, name: String(body!.name) };
      customers.push(customer);
      await save();
      return jsonReply(200, { customerId: customer.customerId, name: customer.name });
    },

    async edit(carrier: 0 | 2, id: string, body: Record<string, unknown> | undefined): Promise<StandInReply> {
      const customer = find(carrier, id);
      if (!customer) return NOT_FOUND;
      const refusal = refusalOf(body, false) ?? (isTaken(carrier, body!.name, customer) ? TAKEN : undefined);
      if (refusal) return refusal;
      Object.assign(customer, body);
      await save();
      return jsonReply(200, { customerId: customer.customerId });
    },
  };
}

/** REST's code for a taken name is not documented: this is the SOAP interface's. */
const TAKEN = failure(400, '300201', 'Customer name is not unique');

function refusalOf(body: Record<string, unknown> | undefined, isNew: boolean): StandInReply | undefined {
  if (!body) return failure(400, '10000023', 'Malformed JSON');
  const unknown = Object.keys(body).find((name) => !FIELDS.includes(name));
  if (unknown) return failure(400, '10000028', `Unrecognized parameter: ${unknown}`);
  const { name, securityQuestion, billingAddress } = body;
  if (typeof name !== 'string' || !/^[^*,]{1,60}$/.test(name)) return failure(400, '300200', 'Invalid customer name');
  if (isNew && (typeof securityQuestion !== 'string' || securityQuestion.length < 10 || securityQuestion.length > 100))
    return failure(400, '10000028', 'Invalid securityQuestion');
  for (const [field, longest] of Object.entries(LONGEST))
    if (String((billingAddress as Record<string, unknown> | undefined)?.[field] ?? '').length > longest)
      return failure(400, '10000028', `Invalid ${field}`);
  return undefined;
}
