import { Entity, type EntityItem } from 'electrodb';
import { expiresAt, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { correlation } from '../kit/correlation.ts';
import { at, primary } from '../kit/table.ts';

const zone = { ...requiredNumber, padding: { length: 3, char: '0' } } as const;

/** The unit that an accessory belongs to: one at a time. */
export const AccessoryHolderEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'accessoryHolder', version: '1' },
    attributes: {
      /** `rf~P12345` with the serial number, `bt~A1:B2:C3:D4:E5:F6` with the address. */
      accessory: requiredText,
      UnitSerNum: requiredText,
      /** Its place in the unit, as the unit protocol names it. */
      name: requiredText,
      since: requiredText,
      /** Differs with each change. */
      version: requiredText,
    },
    indexes: { accessoryHolder: primary(['accessory'], []) },
  },
  at,
);
export type AccessoryHolder = EntityItem<typeof AccessoryHolderEntity>;

/** An accessory that left a unit. */
export const FormerAccessoryEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'formerAccessory', version: '1' },
    attributes: {
      UnitSerNum: requiredText,
      leftAt: requiredText,
      accessory: requiredText,
      name: requiredText,
      SerialNumber: requiredText,
      Type: requiredText,
      expiresAt,
    },
    indexes: { byUnit: primary(['UnitSerNum'], ['leftAt', 'accessory']) },
  },
  at,
);

/** What a unit reported last of the accessory in a zone. */
export const ZoneReadingEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'zoneReading', version: '1' },
    attributes: {
      ...correlation,
      UnitSerNum: requiredText,
      zone,
      RFCode: requiredText,
      SerialNumber: text,
      state: requiredText,
      batteryLow: { type: 'boolean' },
      at: requiredText,
      /** The time and the number of the report: a later report replaces it. */
      order: requiredText,
    },
    indexes: { byUnit: primary(['UnitSerNum'], ['zone']) },
  },
  at,
);

/** The name that a dealer gave to a zone of a unit. It may tell of the wearer, so it is not for the unit's next dealer. */
export const ZoneNameEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'zoneName', version: '1' },
    attributes: { UnitSerNum: requiredText, zone, DealerKey: requiredNumber, ZoneName: requiredText },
    indexes: { byUnit: primary(['UnitSerNum'], ['zone']) },
  },
  at,
);

/** A device in the stock list. */
export const StockDeviceEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'stockDevice', version: '1' },
    attributes: { SerialNumber: requiredText, RFCode: requiredText, Type: requiredText, ManufacturedDate: text },
    indexes: { stockDevice: primary(['SerialNumber'], []) },
  },
  at,
);
