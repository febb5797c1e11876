// Written by `npm run generate`: every folder of layers/core that has audit.ts.
import { AUDITED as accessories } from '../accessories/audit.ts';
import { AUDITED as auth } from '../auth/audit.ts';
import { AUDITED as billing } from '../billing/audit.ts';
import { AUDITED as bulkActions } from '../bulk-actions/audit.ts';
import { AUDITED as caregivers } from '../caregivers/audit.ts';
import { AUDITED as consoles } from '../consoles/audit.ts';
import { AUDITED as customers } from '../customers/audit.ts';
import { AUDITED as dealerLogo } from '../dealer-logo/audit.ts';
import { AUDITED as dealerSettings } from '../dealer-settings/audit.ts';
import { AUDITED as dealerSwitch } from '../dealer-switch/audit.ts';
import { AUDITED as dealers } from '../dealers/audit.ts';
import { AUDITED as demoUnits } from '../demo-units/audit.ts';
import { AUDITED as devTools } from '../dev-tools/audit.ts';
import { AUDITED as history } from '../history/audit.ts';
import { AUDITED as leadTimes } from '../lead-times/audit.ts';
import { AUDITED as monitoringCenters } from '../monitoring-centers/audit.ts';
import { AUDITED as orders } from '../orders/audit.ts';
import { AUDITED as ota } from '../ota/audit.ts';
import { AUDITED as passkeys } from '../passkeys/audit.ts';
import { AUDITED as profiles } from '../profiles/audit.ts';
import { AUDITED as reminders } from '../reminders/audit.ts';
import { AUDITED as repair } from '../repair/audit.ts';
import { AUDITED as reports } from '../reports/audit.ts';
import { AUDITED as rollouts } from '../rollouts/audit.ts';
import { AUDITED as savedReports } from '../saved-reports/audit.ts';
import { AUDITED as secondFactor } from '../second-factor/audit.ts';
import { AUDITED as sims } from '../sims/audit.ts';
import { AUDITED as support } from '../support/audit.ts';
import { AUDITED as unitActions } from '../unit-actions/audit.ts';
import { AUDITED as unitConfiguration } from '../unit-configuration/audit.ts';
import { AUDITED as unitNotes } from '../unit-notes/audit.ts';
import { AUDITED as units } from '../units/audit.ts';
import { AUDITED as userSettings } from '../user-settings/audit.ts';
import { AUDITED as users } from '../users/audit.ts';
import { AUDITED as vitals } from '../vitals/audit.ts';

export const KINDS = {
  ...accessories.kinds,
  ...auth.kinds,
  ...billing.kinds,
  ...bulkActions.kinds,
  ...caregivers.kinds,
  ...consoles.kinds,
  ...customers.kinds,
  ...dealerLogo.kinds,
  ...dealerSettings.kinds,
  ...dealerSwitch.kinds,
  ...dealers.kinds,
  ...demoUnits.kinds,
  ...devTools.kinds,
  ...history.kinds,
  ...leadTimes.kinds,
  ...monitoringCenters.kinds,
  ...orders.kinds,
  ...ota.kinds,
  ...passkeys.kinds,
  ...profiles.kinds,
  ...reminders.kinds,
  ...repair.kinds,
  ...reports.kinds,
  ...rollouts.kinds,
  ...savedReports.kinds,
  ...secondFactor.kinds,
  ...sims.kinds,
  ...support.kinds,
  ...unitActions.kinds,
  ...unitConfiguration.kinds,
  ...unitNotes.kinds,
  ...units.kinds,
  ...userSettings.kinds,
  ...users.kinds,
  ...vitals.kinds,
};

export const ACTIONS = {
  ...accessories.actions,
  ...auth.actions,
  ...billing.actions,
  ...bulkActions.actions,
  ...caregivers.actions,
  ...consoles.actions,
  ...customers.actions,
  ...dealerLogo.actions,
  ...dealerSettings.actions,
  ...dealerSwitch.actions,
  ...dealers.actions,
  ...demoUnits.actions,
  ...devTools.actions,
  ...history.actions,
  ...leadTimes.actions,
  ...monitoringCenters.actions,
  ...orders.actions,
  ...ota.actions,
  ...passkeys.actions,
  ...profiles.actions,
  ...reminders.actions,
  ...repair.actions,
  ...reports.actions,
  ...rollouts.actions,
  ...savedReports.actions,
  ...secondFactor.actions,
  ...sims.actions,
  ...support.actions,
  ...unitActions.actions,
  ...unitConfiguration.actions,
  ...unitNotes.actions,
  ...units.actions,
  ...userSettings.actions,
  ...users.actions,
  ...vitals.actions,
};

export type ObjectKind = keyof typeof KINDS;

export type AuditAction = keyof typeof ACTIONS;
