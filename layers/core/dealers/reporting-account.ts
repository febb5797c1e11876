import type { Carrier } from '../sims/carrier.ts';

/** The message if the account cannot be created (portal-1 section 8). */
export const REPORTING_ACCOUNT_FAILED = 'Error creating dealer in Jasper.';

/** A customer of Cisco IoT Control Center: integration-facts, section 1.7. */
export interface ReportingCustomer {
  /** 1 to 60 characters without asterisk and comma. */
  name: string;
  billingAddress: {
    addressLine1: string;
    addressLine2: string;
    city: string;
    state: string;
    country: string;
    postalCode: string;
  };
}

interface Named {
  DealerKey: number;
  DealerName: string;
  Address1?: string | undefined;
  Address2?: string | undefined;
  City?: string | undefined;
  State?: string | undefined;
  Country?: string | undefined;
  Zip?: string | undefined;
}

const MAX_NAME_LENGTH = 60;

/** Returns the name of the account. It contains the dealer key, so it is unique. */
export function accountName({ DealerKey, DealerName }: Pick<Named, 'DealerKey' | 'DealerName'>): string {
  const key = ` (${DealerKey})`;
  const name = DealerName.replace(/[*,]/g, ' ').replace(/\s+/g, ' ').trim();
  return name.slice(0, MAX_NAME_LENGTH - key.length).trim() + key;
}

/** Converts a dealer to a customer of the reporting system. */
export const reportingCustomer = (dealer: Named): ReportingCustomer => ({
  name: accountName(dealer),
  billingAddress: {
    addressLine1: (dealer.Address1 ?? '').slice(0, 40),
    addressLine2: (dealer.Address2 ?? '').slice(0, 40),
    city: (dealer.City ?? '').slice(0, 40),
    state: (dealer.State ?? '').slice(0, 40),
    country: (dealer.Country ?? '').slice(0, 100),
    postalCode: (dealer.Zip ?? '').slice(0, 15),
  },
});

/** Returns the carrier of the account: Telus for dealers in Canada, otherwise AT&T. */
export const reportingCarrier = ({ Country }: Pick<Named, 'Country'>): Extract<Carrier, 0 | 2> =>
  /^\s*(ca|can|canada)\s*$/i.test(Country ?? '') ? 2 : 0;
