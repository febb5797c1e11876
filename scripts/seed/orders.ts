/** The key of a seeded order (`R`), of its item (`T`) or of its shipment (`S`): 26 characters, in the order of their time. */
export const seededOrderKey = (kind: 'R' | 'T' | 'S', DealerKey: number, index: number): string =>
  `01KAJN9FR0${kind}${String(index).padStart(5, '0')}${String(DealerKey).padStart(10, '0')}`;
