import type { SearchBy } from './list-address.ts';

export const SEARCH_FIELD_LABELS: Record<SearchBy, string> = {
  all: 'Any identifier',
  UnitSerNum: 'Serial number',
  UnitID: 'Unit ID',
  ICCID: 'ICCID',
  IMEI: 'IMEI',
  PhoneNumber: 'Phone number',
};
