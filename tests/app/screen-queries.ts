import { bulkActions } from '#core/bulk-actions/contract.ts';
import { orders } from '#core/orders/contract.ts';
import { reminders } from '#core/reminders/contract.ts';
import { seededCustomer } from '#scripts/seed/customers.ts';
import { seededOrderKey } from '#scripts/seed/orders.ts';
import { standardProfileKey } from '#scripts/seed/profile-keys.ts';
import { ask } from '#support/call.ts';
import { fleet, seededUnit, userNamed } from '#support/page.ts';
import { UNIT_TABS } from '#web/features/units/unit-page/unit-tabs.ts';
import { aShownRollout } from '../rollouts/shown-rollout.ts';

const { UnitSerNum } = seededUnit('MXD-LTE');
const { bchKey } = await ask(bulkActions.create, {
  units: [UnitSerNum],
  action: 'reporting',
  type: 'on',
  UnitModel: 'MXD-LTE',
  as: await userNamed('engineer@watchkeep.example'),
});
const { schedule } = await ask(reminders.upload, {
  type: 'TestUnit',
  rows: [{ UnitSerNum }],
  as: await userNamed('engineer@watchkeep.example'),
});
// The screen that finalizes an order opens only with an item.
await ask(orders.addOrder, {
  ...{ profile: standardProfileKey('MXD-LTE', 'Standard'), orderItemQuantity: 1, LineID: 'LOOK', label: 'Default' },
  ...{ serviceStandardSelected: 'AT&T', UnitIDOptions: 'Default', version: 0 },
  as: await userNamed('engineer@watchkeep.example'),
});
const customer = fleet.map(seededCustomer).find((one) => one !== undefined)!;
const { UserKey } = await userNamed('viewer@cedar.example');
const rollout = await aShownRollout();
const ORDER = seededOrderKey('R', 220, 0);

/** The queries of screens that are empty without one, or that have several views. The first is the usual one. */
export const QUERIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/unitManagement': { '': '', 'without-secret': '?withoutSecret=1' },
  '/unitManagement/unitEdit': Object.fromEntries(
    UNIT_TABS.map(({ id }, index) => [id, `?Unit=${UnitSerNum}&tabIndex=${index}`]),
  ),
  '/unitManagement/console': { '': `?Unit=${UnitSerNum}` },
  '/profiles/editProfile': { '': `?unitModel=MXD-LTE&profile=${standardProfileKey('MXD-LTE', 'Standard')}` },
  '/reports/bulkChangeStatus/detail': { '': `?id=${bchKey}` },
  '/batchUpload/bulkSchedule': { '': `?schedule=${schedule}` },
  '/admin/audit': { '': '', 'of-one-dealer': '?dealer=1&below=no' },
  '/admin/UserManagement/user': { '': `?UserKey=${UserKey}` },
  '/reports/pingLog': { 'of-a-unit': `?unit=${UnitSerNum}`, empty: '' },
  '/reports/events': { 'of-a-unit': `?unit=${UnitSerNum}` },
  '/reports/cellMetrics': { 'of-a-unit': `?unit=${UnitSerNum}` },
  '/reports/tcpMessageLog': { 'of-a-unit': `?UnitSerNum=${UnitSerNum}` },
  '/reports/location': { 'of-a-unit': `?unit=${UnitSerNum}` },
  '/map': { '': '#16/47.6038/-122.33' },
  '/orderStatus/details': { '': `?orderKey=${ORDER}&dk=220` },
  '/orderStatus/shippingDetails': { '': `?orderItem=1&orderKey=${ORDER}` },
  '/monitoringCenters': { '': '', whitelist: '?tab=whitelist', dealers: '?tab=dealers&dealer=22' },
  '/devTools/ota': {
    '': `?serialNumber=${UnitSerNum}`,
    versions: '?tab=versions',
    notes: '?tab=notes',
    fleet: '?tab=fleet',
  },
  '/devTools/rollouts/detail': { '': `?id=${rollout.rolloutId}`, units: `?id=${rollout.rolloutId}&tab=units` },
  '/billingReport': { '': '', details: '?whichTab=1&dealer=220', 'of-a-dealer': '?dealer=220' },
  '/devTools/anomalousReports': { '': '', downloads: '?tab=5' },
  '/devTools/verizonSim': { 'of-a-unit': `?UnitSerNum=${UnitSerNum}`, empty: '' },
  '/support': { '': '', videos: '?tab=Videos', faq: '?tab=FAQ' },
  '/devTools/liveReports/results': {
    '': `?tableName=protocolLog&star=true&whereClause=UnitSerNum+%3D+%22${UnitSerNum}%22`,
  },
  '/customer': { '': `?myLinkKey=${customer.CustomerKey}&customerType=0` },
};
