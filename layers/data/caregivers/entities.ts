import { Entity } from 'electrodb';
import type { CaregiverType } from '#core/caregivers/caregiver.ts';
import { jsonOf, orderOf, requiredNumber, requiredText, textOf } from '../kit/attributes.ts';
import { correlation } from '../kit/correlation.ts';
import { at, primary, secondary } from '../kit/table.ts';

// No item here stores the path of its dealer: all are reached by a unit or by the dealer's key, so nothing follows a moved dealer.

export const CaregiverEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'caregiver', version: '1' },
    attributes: {
      ...correlation,
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
      ...correlation,
      UnitSerNum: requiredText,
      UserKey: requiredText,
      /** The dealer of the unit and of the caregiver at that time. */
      DealerKey: requiredNumber,
      /** The customer of the unit at that time. A later customer of the unit has nothing to do with it. */
      CustomerKey: requiredText,
      UserType: { ...textOf<CaregiverType>(), required: true },
    },
    indexes: { byUnit: primary(['UnitSerNum'], ['UserKey']) },
  },
  at,
);
