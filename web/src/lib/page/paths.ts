import type { Facet } from '#core/units/facets.ts';

type UnitFilters = Partial<Record<Facet, string>>;

/** Addresses of screens that more than one area links to. */
export const paths = {
  home: '/',
  login: '/login',
  telus: '/telus',
  monitoringCentre: (phoneNumber?: string) => withQuery('/monitoringCenter', { phoneNumber }),
  alarms: '/alarms',
  ordersUnderWay: '/orderStatus?show=underWay',
  units: (
    search: {
      UnitModel?: string;
      searchField?: string;
      searchText?: string;
      withoutSecret?: 1 | string;
      DealerKey?: string;
      order?: string;
    } & UnitFilters = {},
  ) => withQuery('/unitManagement', search),
  unit: (UnitSerNum: string) => withQuery('/unitManagement/unitEdit', { Unit: UnitSerNum }),
  /** The console of a unit in a tab of its own. */
  unitConsole: (UnitSerNum: string) => withQuery('/unitManagement/console', { Unit: UnitSerNum }),
  /** The tab with the SIMs of a unit, and what their carriers were asked. */
  unitSims: (UnitSerNum: string) => withQuery('/unitManagement/unitEdit', { Unit: UnitSerNum, tabIndex: 1 }),
  /** `r` is the screen that leads there. */
  unitHistory: (
    of: {
      unit?: string;
      UnitSerNum?: string;
      tab?: string;
      startDate?: string;
      endDate?: string;
      r?: 'unitManagement' | 'unitEdit';
    } = {},
  ) => withQuery('/unit/history', of),
  /** Days: `2026-11-21`. */
  pingLog: ({ unit, startDate, endDate }: { unit: string; startDate: string; endDate: string }) =>
    withQuery('/reports/pingLog', { unit, startDate, endDate, showOnlyFailed: 'Show All' }),
  eventLog: ({ unit, day }: { unit: string; day?: string }) =>
    withQuery('/reports/events', { unit, startDate: day, endDate: day }),
  tcpMessageLog: (of: { UnitSerNum: string }) => withQuery('/reports/tcpMessageLog', of),
  debugLog: (of: { UnitSerNum: string }) => withQuery('/reports/debugLog', of),
  mPERSLog: (of: { UnitSerNum: string; IMEI: string }) => withQuery('/reports/mPERSLog', of),
  activity: (of: { UnitSerNum: string }) => withQuery('/activity/monitoring', of),
  locationLog: (of: { unit: string }) => withQuery('/reports/location', of),
  callMetricsLog: (of: { unit: string }) => withQuery('/reports/cellMetrics', of),
  profiles: (search: { UnitModel?: string; flag?: string } = {}) => withQuery('/profiles', search),
  profile: (of: { unitModel: string; profile: number; unitFirmVer: string; method?: 'new' }) =>
    withQuery('/profiles/editProfile', of),
  /** The profile of a unit, for the unit's firmware. The spelling is that of the specification [P2-B34]. */
  profileOfUnit: (of: { unitModel: string; profile: number; unitFrimVer: string }) =>
    withQuery('/profiles/editProfile', of),
  liveReports: '/devTools/liveReports',
  liveReport: (of: Readonly<Record<string, string>>) => withQuery('/devTools/liveReports/results', of),
  /** The protocol log of a unit, read again every few seconds. */
  liveProtocolLog: (UnitSerNum: string) =>
    withQuery('/devTools/liveReports/results', {
      tableName: 'protocolLog',
      star: 'true',
      whereClause: `UnitSerNum = "${UnitSerNum}"`,
      tableKey: 'UnitSerNum',
    }),
  simTool: (of: { UnitSerNum?: string } = {}) => withQuery('/devTools/verizonSim', of),
  ota: (of: { serialNumber: string }) => withQuery('/devTools/ota', of),
  customers: (search: { customerType?: number; status?: string } = {}) => withQuery('/customers', search),
  /** `UnitSerNum` is the unit whose page leads there. */
  customer: (of: { myLinkKey: string; customerType: number; UnitSerNum?: string }) => withQuery('/customer', of),
  dealers: (search: { q?: string } = {}) => withQuery('/dealers', search),
  users: (search: { dealer?: number; q?: string } = {}) => withQuery('/admin/UserManagement', search),
  user: (UserKey: string) => withQuery('/admin/UserManagement/user', { UserKey }),
  audit: (of: { dealer?: number; user?: string; kind?: string; id?: string } = {}) => withQuery('/admin/audit', of),
  userSettings: '/userSettings',
  massUserCreate: (massCreation?: string) => withQuery('/devTools/massUserCreate', { list: massCreation }),
  batchUpload: (of: { t?: string } = {}) => withQuery('/batchUpload', of),
  /** A type stands for the last schedule of that type. */
  bulkSchedule: (schedule: string) => withQuery('/batchUpload/bulkSchedule', { schedule }),
  savedReports: '/reports/saved',
  bulkActions: '/reports/bulkChangeStatus',
  bulkAction: (id: string) => withQuery('/reports/bulkChangeStatus/detail', { id }),
} as const;

/** `path` with the given values as its query. */
export function withQuery(path: string, values: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}
