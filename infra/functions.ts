// Written by `npm run generate`: every folder of functions that has wiring.ts.
import { wiring as accessories } from '../functions/accessories/wiring.ts';
import { wiring as audit } from '../functions/audit/wiring.ts';
import { wiring as auth } from '../functions/auth/wiring.ts';
import { wiring as bulkActions } from '../functions/bulk-actions/wiring.ts';
import { wiring as consoles } from '../functions/consoles/wiring.ts';
import { wiring as customers } from '../functions/customers/wiring.ts';
import { wiring as dashboard } from '../functions/dashboard/wiring.ts';
import { wiring as dealerSettings } from '../functions/dealer-settings/wiring.ts';
import { wiring as dealerSwitch } from '../functions/dealer-switch/wiring.ts';
import { wiring as dealers } from '../functions/dealers/wiring.ts';
import { wiring as devTools } from '../functions/dev-tools/wiring.ts';
import { wiring as live } from '../functions/live/wiring.ts';
import { wiring as location } from '../functions/location/wiring.ts';
import { wiring as logs } from '../functions/logs/wiring.ts';
import { wiring as monitoringCenters } from '../functions/monitoring-centers/wiring.ts';
import { wiring as onAlarmDue } from '../functions/on-alarm-due/wiring.ts';
import { wiring as onAlarmReaction } from '../functions/on-alarm-reaction/wiring.ts';
import { wiring as onAlarmReport } from '../functions/on-alarm-report/wiring.ts';
import { wiring as onArchiveDue } from '../functions/on-archive-due/wiring.ts';
import { wiring as onBillingDue } from '../functions/on-billing-due/wiring.ts';
import { wiring as onBulkAction } from '../functions/on-bulk-action/wiring.ts';
import { wiring as onBulkCommand } from '../functions/on-bulk-command/wiring.ts';
import { wiring as onBulkSchedule } from '../functions/on-bulk-schedule/wiring.ts';
import { wiring as onConditionDue } from '../functions/on-condition-due/wiring.ts';
import { wiring as onDealerMove } from '../functions/on-dealer-move/wiring.ts';
import { wiring as onDelivery } from '../functions/on-delivery/wiring.ts';
import { wiring as onFleetReadingDue } from '../functions/on-fleet-reading-due/wiring.ts';
import { wiring as onHandled } from '../functions/on-handled/wiring.ts';
import { wiring as onLiveMessage } from '../functions/on-live-message/wiring.ts';
import { wiring as onMassCreation } from '../functions/on-mass-creation/wiring.ts';
import { wiring as onProbeDue } from '../functions/on-probe-due/wiring.ts';
import { wiring as onReaction } from '../functions/on-reaction/wiring.ts';
import { wiring as onReceiverTestDue } from '../functions/on-receiver-test-due/wiring.ts';
import { wiring as onReminderDue } from '../functions/on-reminder-due/wiring.ts';
import { wiring as onReportDue } from '../functions/on-report-due/wiring.ts';
import { wiring as onReportMail } from '../functions/on-report-mail/wiring.ts';
import { wiring as onRolloutDue } from '../functions/on-rollout-due/wiring.ts';
import { wiring as onSimDue } from '../functions/on-sim-due/wiring.ts';
import { wiring as onTableChange } from '../functions/on-table-change/wiring.ts';
import { wiring as onUnitReport } from '../functions/on-unit-report/wiring.ts';
import { wiring as orders } from '../functions/orders/wiring.ts';
import { wiring as ota } from '../functions/ota/wiring.ts';
import { wiring as passkeys } from '../functions/passkeys/wiring.ts';
import { wiring as reminders } from '../functions/reminders/wiring.ts';
import { wiring as repair } from '../functions/repair/wiring.ts';
import { wiring as reports } from '../functions/reports/wiring.ts';
import { wiring as rollouts } from '../functions/rollouts/wiring.ts';
import { wiring as savedReports } from '../functions/saved-reports/wiring.ts';
import { wiring as secondFactor } from '../functions/second-factor/wiring.ts';
import { wiring as sims } from '../functions/sims/wiring.ts';
import { wiring as stations } from '../functions/stations/wiring.ts';
import { wiring as support } from '../functions/support/wiring.ts';
import { wiring as unitActions } from '../functions/unit-actions/wiring.ts';
import { wiring as units } from '../functions/units/wiring.ts';
import { wiring as userSettings } from '../functions/user-settings/wiring.ts';
import { wiring as users } from '../functions/users/wiring.ts';
import { wiring as vitals } from '../functions/vitals/wiring.ts';

export const FUNCTIONS = {
  accessories,
  audit,
  auth,
  'bulk-actions': bulkActions,
  consoles,
  customers,
  dashboard,
  'dealer-settings': dealerSettings,
  'dealer-switch': dealerSwitch,
  dealers,
  'dev-tools': devTools,
  live,
  location,
  logs,
  'monitoring-centers': monitoringCenters,
  'on-alarm-due': onAlarmDue,
  'on-alarm-reaction': onAlarmReaction,
  'on-alarm-report': onAlarmReport,
  'on-archive-due': onArchiveDue,
  'on-billing-due': onBillingDue,
  'on-bulk-action': onBulkAction,
  'on-bulk-command': onBulkCommand,
  'on-bulk-schedule': onBulkSchedule,
  'on-condition-due': onConditionDue,
  'on-dealer-move': onDealerMove,
  'on-delivery': onDelivery,
  'on-fleet-reading-due': onFleetReadingDue,
  'on-handled': onHandled,
  'on-live-message': onLiveMessage,
  'on-mass-creation': onMassCreation,
  'on-probe-due': onProbeDue,
  'on-reaction': onReaction,
  'on-receiver-test-due': onReceiverTestDue,
  'on-reminder-due': onReminderDue,
  'on-report-due': onReportDue,
  'on-report-mail': onReportMail,
  'on-rollout-due': onRolloutDue,
  'on-sim-due': onSimDue,
  'on-table-change': onTableChange,
  'on-unit-report': onUnitReport,
  orders,
  ota,
  passkeys,
  reminders,
  repair,
  reports,
  rollouts,
  'saved-reports': savedReports,
  'second-factor': secondFactor,
  sims,
  stations,
  support,
  'unit-actions': unitActions,
  units,
  'user-settings': userSettings,
  users,
  vitals,
};
