// Written by `npm run generate`: every folder of layers/data that has index.ts.
import { area as audit } from './audit/index.ts';
import { area as auth } from './auth/index.ts';
import { area as billing } from './billing/index.ts';
import { area as bulkActions } from './bulk-actions/index.ts';
import { area as caregivers } from './caregivers/index.ts';
import { area as customers } from './customers/index.ts';
import { area as dashboard } from './dashboard/index.ts';
import { area as dealerSettings } from './dealer-settings/index.ts';
import { area as dealers } from './dealers/index.ts';
import { area as demoUnits } from './demo-units/index.ts';
import { area as history } from './history/index.ts';
import type { AreaData } from './kit/area.ts';
import { area as monitoringCenters } from './monitoring-centers/index.ts';
import { area as orders } from './orders/index.ts';
import { area as passkeys } from './passkeys/index.ts';
import { area as reminders } from './reminders/index.ts';
import { area as reports } from './reports/index.ts';
import { area as rollouts } from './rollouts/index.ts';
import { area as savedReports } from './saved-reports/index.ts';
import { area as secondFactor } from './second-factor/index.ts';
import { area as sims } from './sims/index.ts';
import { area as tableSettings } from './table-settings/index.ts';
import { area as unitNotes } from './unit-notes/index.ts';
import { area as units } from './units/index.ts';
import { area as users } from './users/index.ts';

export const AREAS: Readonly<Record<string, AreaData>> = {
  audit,
  auth,
  billing,
  'bulk-actions': bulkActions,
  caregivers,
  customers,
  dashboard,
  'dealer-settings': dealerSettings,
  dealers,
  'demo-units': demoUnits,
  history,
  'monitoring-centers': monitoringCenters,
  orders,
  passkeys,
  reminders,
  reports,
  rollouts,
  'saved-reports': savedReports,
  'second-factor': secondFactor,
  sims,
  'table-settings': tableSettings,
  'unit-notes': unitNotes,
  units,
  users,
};
