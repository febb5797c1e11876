import { Entity } from 'electrodb';
import { requiredNumber, requiredText } from '../kit/attributes.ts';
import { at, primary } from '../kit/table.ts';

/** The customer of a unit. `version` grows with each change of the unit's caregivers, so that two changes never pass each other by. */
export const UnitCustomerEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'unitCustomer', version: '1' },
    attributes: {
      UnitSerNum: requiredText,
      /** The dealer of the unit when it got the customer. Another dealer of the unit has nothing to do with it. */
      DealerKey: requiredNumber,
      CustomerKey: requiredText,
      version: requiredNumber,
    },
    indexes: { unitCustomer: primary(['UnitSerNum'], []) },
  },
  at,
);
