import { type AuditedArea, cents, choice, dealer, text } from '../audit/wording.ts';

const fields = {
  forDealer: dealer('Dealer'),
  Type: choice('For', { Service: 'A period in service', Activation: 'An activation' }),
  UnitModel: text('Model'),
  from: text('From'),
  cents: cents('Rate'),
};

export const AUDITED = {
  kinds: { billingRate: 'Billing rate' },
  actions: {
    'add billing rate': { sentence: '{actor} added a billing rate of {forDealer}', fields },
    'edit billing rate': { sentence: '{actor} changed a billing rate', fields },
    'delete billing rate': { sentence: '{actor} deleted a billing rate of {forDealer}', fields },
  },
} as const satisfies AuditedArea;
