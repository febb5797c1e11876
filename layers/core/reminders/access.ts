import { holding } from '../access.ts';

export const REMINDER_READERS = holding('MYSCHEDULER', 'UNIT', 'UNIT_EDIT');
/** Without UNIT: beside UNIT_VIEW, which is a view-only access [P2-A13], it must not change anything. */
export const REMINDER_SCHEDULERS = holding('MYSCHEDULER', 'UNIT_EDIT');
/** Reminders for thousands of units at once. */
export const BATCH_ACCESS = holding('MYSCHEDULER');
/** Who may have a sheet read: those who upload lists. */
export const CONVERTERS = holding('MYSCHEDULER', 'TXMUPLOAD');
