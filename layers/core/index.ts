import { accessories } from './accessories/contract.ts';
import { audit } from './audit/contract.ts';
import { auth } from './auth/contract.ts';
import { billing } from './billing/contract.ts';
import { bulkActions } from './bulk-actions/contract.ts';
import { caregivers } from './caregivers/contract.ts';
import { consoles } from './consoles/contract.ts';
import { customers } from './customers/contract.ts';
import { dashboard } from './dashboard/contract.ts';
import { dealerLogo } from './dealer-logo/contract.ts';
import { dealerSettings } from './dealer-settings/contract.ts';
import { dealerSwitch } from './dealer-switch/contract.ts';
import { dealers } from './dealers/contract.ts';
import { demoUnits } from './demo-units/contract.ts';
import { devTools } from './dev-tools/contract.ts';
import { history } from './history/contract.ts';
import { leadTimes } from './lead-times/contract.ts';
import { live } from './live/contract.ts';
import { location } from './location/contract.ts';
import { logs } from './logs/contract.ts';
import { monitoringCenters } from './monitoring-centers/contract.ts';
import { orders } from './orders/contract.ts';
import { ota } from './ota/contract.ts';
import { passkeys } from './passkeys/contract.ts';
import { profiles } from './profiles/contract.ts';
import { reminders } from './reminders/contract.ts';
import { repair } from './repair/contract.ts';
import { reports } from './reports/contract.ts';
import { rollouts } from './rollouts/contract.ts';
import { savedReports } from './saved-reports/contract.ts';
import { secondFactor } from './second-factor/contract.ts';
import { sims } from './sims/contract.ts';
import { stations } from './stations/contract.ts';
import { support } from './support/contract.ts';
import { tableSettings } from './table-settings/contract.ts';
import { unitActions } from './unit-actions/contract.ts';
import { unitConfiguration } from './unit-configuration/contract.ts';
import { unitNotes } from './unit-notes/contract.ts';
import { units } from './units/contract.ts';
import { userSettings } from './user-settings/contract.ts';
import { users } from './users/contract.ts';
import { vitals } from './vitals/contract.ts';

/** The portal's table of contents: each area under the name of its folder. */
export const api = {
  auth,
  dealers,
  'dealer-settings': dealerSettings,
  units,
  'unit-configuration': unitConfiguration,
  'unit-actions': unitActions,
  sims,
  history,
  logs,
  location,
  reports,
  'saved-reports': savedReports,
  rollouts,
  consoles,
  live,
  reminders,
  caregivers,
  'unit-notes': unitNotes,
  accessories,
  billing,
  'bulk-actions': bulkActions,
  'dealer-switch': dealerSwitch,
  'dealer-logo': dealerLogo,
  'table-settings': tableSettings,
  audit,
  users,
  vitals,
  passkeys,
  'second-factor': secondFactor,
  'user-settings': userSettings,
  'lead-times': leadTimes,
  'demo-units': demoUnits,
  orders,
  'monitoring-centers': monitoringCenters,
  profiles,
  ota,
  stations,
  support,
  customers,
  dashboard,
  repair,
  'dev-tools': devTools,
} as const;

export type Api = typeof api;
export type AreaName = keyof Api;
