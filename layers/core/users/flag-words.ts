import type { AccessFlag } from '../access.ts';

export interface FlagWords {
  label: string;
  /** What people with the flag can do. */
  allows: string;
}

interface FlagGroup {
  title: string;
  flags: Readonly<Partial<Record<AccessFlag, FlagWords>>>;
}

const words = (label: string, allows: string): FlagWords => ({ label, allows });

/** Every access flag in words, in groups. */
export const FLAG_GROUPS: readonly FlagGroup[] = [
  {
    title: 'Units',
    flags: {
      UNIT: words('Units', 'Find units, see their state, SIMs, pings and reminders.'),
      UNIT_VIEW: words('View units only', 'See units without changing anything. Excludes ‘Change units’.'),
      UNIT_EDIT: words(
        'Change units',
        'Switch reporting, use the console, give secrets and set reminders. Excludes ‘View units only’.',
      ),
      SIM: words('SIMs', 'See the SIMs of units and their state at the carrier.'),
      SIM_EDIT: words('Change SIMs', 'Correct the stored state of SIMs.'),
      PROFILE: words('Profiles', 'See the profiles of units.'),
      PROFILE_EDIT: words('Change profiles', 'Add and change profiles.'),
      BULK_ACTIONS: words('Bulk actions', 'Do with many units at once what the other rights allow with one.'),
      RPM: words('Remote patient monitoring', 'Use remote patient monitoring.'),
      TXMUPLOAD: words('Transmitter upload', 'Upload lists of transmitters.'),
    },
  },
  {
    title: 'People',
    flags: {
      CUSTOMER: words('Customers', 'See customers.'),
      CUSTOMER_EDIT: words('Change customers', 'Add and change customers.'),
      HIDE_CUSTOMER: words('Hide customers', 'Takes access away: hides customers, whatever else is on.'),
      CAREGIVER: words('Caregivers', 'See and change caregivers, and open their report.'),
      MYSCHEDULER: words('Reminders', 'Set, change and delete reminders of units.'),
      BREADCRUMBING: words('Location history', 'See where units were.'),
      BREADCRUMBING_EDIT: words('Change location history', 'Change the recording of locations.'),
    },
  },
  {
    title: 'Work',
    flags: {
      REPORTS: words('Reports', 'Open reports, and the history of units.'),
      ORDERS: words('Orders', 'Enter and follow orders.'),
      PRODUCTION: words('Production', 'Set lead times.'),
      BILLING: words('Billing', 'See the bills of the dealer.'),
      MYTREX_BILLING: words('Mytrex billing', 'See the billing by Mytrex.'),
      CONNECT_VIEW: words('View monitoring connections', 'See the connections to monitoring centres.'),
      CONNECT_EDIT: words('Change monitoring connections', 'Change them. Includes ‘View monitoring connections’.'),
    },
  },
  {
    title: 'Administration',
    flags: {
      ADMIN: words('Administrator', 'Manage users, change the settings of the dealer and read the audit.'),
      ADMIN_DEALER_ADD: words('Add dealers', 'Create, change, move and close dealers.'),
      SUB_GROUP_MANAGEMENT: words('Sub-groups', 'Manage sub-groups.'),
      ENGINEER: words('Engineer', 'Use the tools of engineers, read the audit and set rules of dealers.'),
    },
  },
];

export const flagWords = (flag: AccessFlag): string =>
  FLAG_GROUPS.map(({ flags }) => flags[flag]?.label).find((label) => label !== undefined) ?? flag;
