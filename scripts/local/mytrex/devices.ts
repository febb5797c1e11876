import type { StockDevice } from '#core/accessories/accessory.ts';

/** Devices that only the stand-in of the Mytrex data has. */
export const MYTREX_DEVICES: readonly StockDevice[] = [
  { SerialNumber: 'M70001', RFCode: 'C0A1', Type: 'ASM-Pendant', ManufacturedDate: '2025-03-14' },
  { SerialNumber: 'M70002', RFCode: 'C0A2', Type: 'ASM-Smoke detector', ManufacturedDate: '2025-04-02' },
  { SerialNumber: 'M70003', RFCode: '0000', Type: 'ASM-Charger', ManufacturedDate: '2024-11-20' },
];
