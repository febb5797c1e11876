import { Entity } from 'electrodb';
import type { CaregiverType } from '#core/caregivers/caregiver.ts';
import type { HomeAddress } from '#core/caregivers/customer.ts';
import { jsonOf, orderOf, requiredNumber, requiredText, textOf } from '../kit/attributes.ts';
import { at, primary, secondary } from '../kit/table.ts';

// No item here stores the path of its dealer: all are reached by a unit or by the dealer's key, so nothing follows a moved dealer.

/** The household of a wearer. It stays with its dealer when its unit moves to another one. */
export const CustomerEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'customer', version: '1' },
    attributes: {
      CustomerKey: requiredText,
      DealerKey: requiredNumber,
      HomeAddress: { ...jsonOf<HomeAddress>(), required: true },
      version: requiredNumber,
    },
    indexes: { customer: primary(['CustomerKey'], []) },
  },
  at,
);

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

export const CaregiverEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'caregiver', version: '1' },
    attributes: {
      UserKey: requiredText,
      DealerKey: requiredNumber,
      UniqueIdentifier: requiredText,
      Name: requiredText,
      nameOrder: orderOf('Name'),
      emails: { ...jsonOf<string[]>(), required: true },
      /** The units of its assignments. It changes with them. */
      CaregiverUnits: { ...jsonOf<string[]>(), required: true },
      version: requiredNumber,
    },
    indexes: {
      caregiver: primary(['UserKey'], []),
      byName: secondary('gsi1', ['DealerKey'], ['nameOrder', 'UserKey']),
    },
  },
  at,
);

/** A unique ID, so that no two caregivers have the same one. */
export const CaregiverIdentifierEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'caregiverIdentifier', version: '1' },
    attributes: { UniqueIdentifier: requiredText, UserKey: requiredText },
    indexes: { caregiverIdentifier: primary(['UniqueIdentifier'], []) },
  },
  at,
);

/** A caregiver is assigned to a unit. */
export const AssignmentEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'caregiverAssignment', version: '1' },
    attributes: {
      UnitSerNum: requiredText,
      UserKey: requiredText,
      /** The dealer of the unit and of the caregiver at that time. */
      DealerKey: requiredNumber,
      UserType: { ...textOf<CaregiverType>(), required: true },
    },
    indexes: { byUnit: primary(['UnitSerNum'], ['UserKey']) },
  },
  at,
);
