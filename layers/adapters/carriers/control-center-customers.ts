import { randomUUID } from 'node:crypto';
import type { ReportingCustomer } from '#core/dealers/reporting-account.ts';
import type { ControlCenterCall } from './control-center-call.ts';
import { CustomerReply, EditReply } from './control-center-replies.ts';
import { CarrierFailure } from './failure.ts';

/** The customers of an account: what a dealer is in the external reporting system. Both throw AppError as a Carrier does. */
export interface ReportingCustomers {
  /** Makes a customer; answers its number, or null where one of this name was there already, whose number nobody tells. */
  create(customer: ReportingCustomer): Promise<string | null>;
  update(customerId: string, customer: ReportingCustomer): Promise<void>;
}

/** Codes of the SOAP interface for a name that is taken; what REST answers is not documented, so its words are read too. */
const TAKEN_CODES = ['1000504', '300201'];
const isTaken = ({ kind, code, message }: CarrierFailure) =>
  kind === 'refused' && (TAKEN_CODES.includes(code ?? '') || /already exists|not unique/i.test(message));

/** Customers over REST: POST /customers and PUT /customers/{id} (reference: integration-facts, section 1.7). */
export function controlCenterCustomers(call: ControlCenterCall, accountName: string): ReportingCustomers {
  const bodyOf = (customer: ReportingCustomer) => ({ ...customer, accountName, shipToBillAddress: true, contacts: [] });
  return {
    async create(customer) {
      // Nobody ever answers the question: whoever claims to have forgotten a password has to come to us.
      const security = { securityQuestion: 'Which reference was this account given?', securityAnswer: randomUUID() };
      try {
        const { value } = await call({
          method: 'POST',
          path: '/customers',
          body: { ...bodyOf(customer), ...security },
          reply: CustomerReply,
          // Names are unique: a second one of the same name is refused, not made.
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
