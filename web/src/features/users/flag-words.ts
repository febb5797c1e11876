import type { AccessFlag } from '#core/access.ts';

interface FlagGroup {
  title: string;
  flags: Readonly<Partial<Record<AccessFlag, string>>>;
}

/** The label of every access flag, in groups. */
export const FLAG_GROUPS: readonly FlagGroup[] = [
  {
    title: 'Units',
    flags: {
      UNIT: 'Units',
      UNIT_VIEW: 'View units only',
      UNIT_EDIT: 'Change units',
      SIM: 'SIMs',
      SIM_EDIT: 'Change SIMs',
      PROFILE: 'Profiles',
      PROFILE_EDIT: 'Change profiles',
      BULK_ACTIONS: 'Bulk actions',
      RPM: 'Remote patient monitoring',
      TXMUPLOAD: 'Transmitter upload',
    },
  },
  {
    title: 'People',
    flags: {
      CUSTOMER: 'Customers',
      CUSTOMER_EDIT: 'Change customers',
      HIDE_CUSTOMER: 'Hide customers',
      CAREGIVER: 'Caregivers',
      MYSCHEDULER: 'Reminders',
      BREADCRUMBING: 'Location history',
      BREADCRUMBING_EDIT: 'Change location history',
    },
  },
  {
    title: 'Work',
    flags: {
      REPORTS: 'Reports',
      ORDERS: 'Orders',
      PRODUCTION: 'Production',
      BILLING: 'Billing',
      MYTREX_BILLING: 'Mytrex billing',
      CONNECT_VIEW: 'View monitoring connections',
      CONNECT_EDIT: 'Change monitoring connections',
    },
  },
  {
    title: 'Administration',
    flags: {
      ADMIN: 'Administrator',
      ADMIN_DEALER_ADD: 'Add dealers',
      SUB_GROUP_MANAGEMENT: 'Sub-groups',
      ENGINEER: 'Engineer',
    },
  },
];

export const flagWords = (flag: AccessFlag): string =>
  FLAG_GROUPS.map(({ flags }) => flags[flag]).find((words) => words !== undefined) ?? flag;
