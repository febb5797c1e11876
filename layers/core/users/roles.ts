import type { AccessFlag } from '../access.ts';
import { consistentFlags, flagsOfNew, whyNotChangeFlag } from './access-rules.ts';

export interface Role {
  id: string;
  label: string;
  /** Who it is for. */
  summary: string;
  flags: readonly AccessFlag[];
}

const STAFF: readonly AccessFlag[] = [
  'UNIT',
  'UNIT_EDIT',
  'SIM',
  'CAREGIVER',
  'CUSTOMER',
  'CUSTOMER_EDIT',
  'REPORTS',
  'ORDERS',
  'MYSCHEDULER',
];

/** What a new user can start from. Roles are not stored: a user has flags. */
export const ROLES: readonly Role[] = [
  {
    id: 'viewer',
    label: 'Viewer',
    summary: 'Looks, and changes nothing',
    flags: ['UNIT', 'UNIT_VIEW', 'SIM', 'CUSTOMER', 'REPORTS'],
  },
  { id: 'staff', label: 'Staff', summary: 'Works with units, customers and orders', flags: STAFF },
  {
    id: 'administrator',
    label: 'Dealer administrator',
    summary: 'Staff who also manages users, settings and bills',
    flags: [...STAFF, 'ADMIN', 'SIM_EDIT', 'PROFILE', 'PROFILE_EDIT', 'BILLING', 'BULK_ACTIONS', 'CONNECT_EDIT'],
  },
  {
    id: 'engineer',
    label: 'Engineer',
    summary: 'Staff with the tools of engineers',
    flags: [
      ...STAFF,
      'ENGINEER',
      'SIM_EDIT',
      'PROFILE',
      'PROFILE_EDIT',
      'BULK_ACTIONS',
      'PRODUCTION',
      'BREADCRUMBING',
      'CONNECT_EDIT',
    ],
  },
];

/**
 * The flags of a new user who starts from `wanted`, by an administrator with the flags `own`. `leftOut`: the wanted flags that the
 * administrator cannot give.
 */
export function flagsToStartFrom(own: readonly AccessFlag[], wanted: readonly AccessFlag[]) {
  const all = consistentFlags([...wanted, ...flagsOfNew(own)]);
  const leftOut = all.filter((flag) => whyNotChangeFlag(own, flag, true) !== undefined);
  return { flags: all.filter((flag) => !leftOut.includes(flag)), leftOut };
}
