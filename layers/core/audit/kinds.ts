// Written by `npm run generate`: every folder of layers/core that has audit.ts.
import { AUDITED as auth } from '../auth/audit.ts';
import { AUDITED as bulkActions } from '../bulk-actions/audit.ts';
import { AUDITED as dealers } from '../dealers/audit.ts';
import { AUDITED as leadTimes } from '../lead-times/audit.ts';
import { AUDITED as sims } from '../sims/audit.ts';
import { AUDITED as units } from '../units/audit.ts';
import { AUDITED as users } from '../users/audit.ts';

export const AUDITED = {
  ...auth,
  ...bulkActions,
  ...dealers,
  ...leadTimes,
  ...sims,
  ...units,
  ...users,
};

export type ObjectKind = keyof typeof AUDITED;
