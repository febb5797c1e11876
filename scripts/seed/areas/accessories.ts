import { StockDeviceEntity } from '#data/accessories/entities.ts';
import { itemOf } from '../write.ts';

const DEVICES = 300;
const TYPES = ['Pendant', 'Wrist button', 'Smoke detector', 'Motion sensor', 'Door contact', 'Pull cord'];
/** A device without a radio, now and then. */
const WITHOUT_RF = 25;

/** The stock list: P10000 and the following. */
export function* seed() {
  for (let index = 0; index < DEVICES; index++) {
    const month = String((index % 12) + 1).padStart(2, '0');
    yield itemOf(StockDeviceEntity, {
      SerialNumber: `P${10_000 + index}`,
      RFCode: index % WITHOUT_RF === WITHOUT_RF - 1 ? '0000' : (0xb000 + index).toString(16).toUpperCase(),
      Type: `ASM-${TYPES[index % TYPES.length]}`,
      ManufacturedDate: `2025-${month}-15`,
    });
  }
}
