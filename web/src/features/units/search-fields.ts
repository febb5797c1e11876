import type { SearchBy } from './list-address.ts';

/** What the search fields are called. */
export const SEARCH_FIELD_LABELS: Record<SearchBy, string> = {
  all: 'Any identifier',
  UnitSerNum: 'Serial number',
  UnitID: 'Unit ID',
  ICCID: 'ICCID',
  IMEI: 'IMEI',
  PhoneNumber: 'Phone number',
};
