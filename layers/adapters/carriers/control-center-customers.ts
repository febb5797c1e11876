import { randomUUID } from 'node:crypto';
import type { ReportingCustomer } from '#core/dealers/reporting-account.ts';
import type { ControlCenterCall } from './control-center-call.ts';
import { CustomerReply, EditReply } from './control-center-replies.ts';
import { CarrierFailure } from './failure.ts';

/** The customers of an account: dealers in the external reporting system. Both methods throw AppError as a Carrier does. */
export interface ReportingCustomers {
  /** Creates a customer and returns its number; null if the name is taken, since the answer then has no number. */
  create(customer: ReportingCustomer): Promise<string | null>;
  update(customerId: string, customer: ReportingCustomer): Promise<void>;
}

/** SOAP's codes for a taken name. REST's code is not documented, so its message is matched too. */
const TAKEN_CODES = ['1000504', '300201'];
const isTaken = ({ kind, code, message }: CarrierFailure) =>
  kind === 'refused' && (TAKEN_CODES.includes(code ?? '') || /already exists|not unique/i.test(message));

/** Customers over REST: POST /customers and PUT /customers/{id} (reference: integration-facts, section 1.7). */
export function controlCenterCustomers(call: ControlCenterCall, accountName: string): ReportingCustomers {
  const bodyOf = (customer: ReportingCustomer) => ({ ...customer, accountName, shipToBillAddress: true, contacts: [] });
  return {
    async create(customer) {
      // The answer is random, so that nobody can reset a password with it: people have to ask us.
      const security = { securityQuestion: 'Which reference was this account given?', securityAnswer: randomUUID() };
      try {
        const { value } = await call({
          method: 'POST',
          path: '/customers',
          body: { ...bodyOf(customer), ...security },
          reply: CustomerReply,
          // Names are unique, so a repeated request is refused.
          repeatable: true,
        });
        return value.customerId;
      } catch (error) {
        const { cause } = error as Error;
        if (cause instanceof CarrierFailure && isTaken(cause)) return null;
        throw error;
      }
    },

    async update(customerId, customer) {
      const path = `/customers/${encodeURIComponent(customerId)}`;
      await call({ method: 'PUT', path, body: bodyOf(customer), reply: EditReply, repeatable: true });
    },
  };
}
