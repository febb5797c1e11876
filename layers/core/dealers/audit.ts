import { type AuditedArea, choice, dealer, record, text, time } from '../audit/wording.ts';
import { CARRIER_NAMES } from '../sims/carrier.ts';
import { DEALER_STATUS } from './dealer.ts';

export const OFFICE = {
  DealerEmail: text('E-mail'),
  Details: text('Details'),
  Address1: text('Address'),
  Address2: text('Address, second line'),
  City: text('City'),
  State: text('State'),
  Country: text('Country'),
  Zip: text('ZIP code'),
};

export const MAIN_CONTACT = record('Main contact', { Name: text('name'), Phone: text('phone'), Email: text('e-mail') });

const fields = { DealerName: text('Name'), DealerBillingCode: text('Billing code'), ...OFFICE };
const parent = { DealerParent: dealer('Parent') };
const status = { DealerStatus: choice('Status', DEALER_STATUS) };

export const AUDITED = {
  kinds: { dealer: 'Dealer' },
  actions: {
    'create dealer': { sentence: '{actor} created the dealer {object}', fields },
    'edit dealer': { sentence: '{actor} changed the dealer {object}', fields },
    'move dealer': { sentence: '{actor} moved the dealer {object} below another dealer', fields },
    'move dealer to another parent': { sentence: '{actor} moved {object} away from here', fields: parent },
    'move dealer here': { sentence: '{actor} moved {object} here', fields: parent },
    'close dealer': { sentence: '{actor} closed the dealer {object}', fields: status },
    'open dealer': { sentence: '{actor} opened the dealer {object} again', fields: status },
    'set up reporting account': {
      sentence: '{actor} set up the reporting account of {object}',
      fields: {
        reportingAccount: record('Reporting account', {
          carrier: choice('carrier', CARRIER_NAMES),
          name: text('name'),
          customerId: text('customer number'),
          since: time('since'),
        }),
      },
    },
  },
} as const satisfies AuditedArea;
