import { chakra } from '@chakra-ui/react';
import { CARRIER_NAMES } from '#core/sims/carrier.ts';
import { shownImei } from '#core/sims/identifiers.ts';
import { SimState, simStateLabel, type Viewer } from '#core/sims/sim-state.ts';
import { compareFirmware } from '#core/units/firmware.ts';
import { fullUnitID, shownFirmware, UNIT_STATUS, type Unit } from '#core/units/unit.ts';
import { verdict } from '#core/units/verdict.ts';
import { badgeText, type DataColumn } from '#web/components/data-table/columns.ts';
import { Tooltip } from '#web/components/tooltip/tooltip.tsx';
import { besideWord, ConditionBadge } from './condition-badge.tsx';
import { LastPingTime } from './last-ping.tsx';
import { ReadingCell } from './reading-cell.tsx';
import { ReportSwitch } from './report-switch.tsx';

export interface UnitColumnFacts {
  viewer: Viewer;
  customLabels: readonly [string, string];
  newestFirmware: string | undefined;
}

/** All columns of the unit list. The separate and the combined unit ID exclude each other. */
export function unitColumns({ viewer, customLabels, newestFirmware }: UnitColumnFacts): DataColumn<Unit>[] {
  const judged = (unit: Unit) => verdict({ unit, newestFirmware }, viewer, Date.now());
  return [
    {
      accessorKey: 'UnitSerNum',
      size: 112,
      meta: { label: 'Serial number', locked: true, monospace: true, copyable: true, card: 'title' },
    },
    {
      id: 'condition',
      accessorFn: (unit) => judged(unit).word,
      size: 156,
      cell: ({ row }) => <ConditionBadge unit={row.original} newestFirmware={newestFirmware} />,
      meta: {
        label: 'Condition',
        card: 'aside',
        text: (unit) => badgeText(judged(unit).word),
        longText: (unit) => `${badgeText(judged(unit).word)}  ${besideWord(judged(unit)) ?? ''}`,
      },
    },
    {
      id: 'lastPing',
      accessorFn: (unit) => unit.lastPing?.lastPingTime,
      size: 98,
      cell: ({ row }) => <LastPingTime unit={row.original} />,
      meta: { label: 'Last ping', text: () => badgeText('59 min ago') },
    },
    {
      id: 'UnitFullID',
      accessorFn: fullUnitID,
      size: 94,
      meta: { label: 'Full unit ID', monospace: true, excludes: ['UnitLineID', 'UnitID'] },
    },
    { accessorKey: 'UnitLineID', size: 90, meta: { label: 'Line ID', monospace: true, shownByDefault: false } },
    { accessorKey: 'UnitID', size: 90, meta: { label: 'Unit ID', monospace: true, shownByDefault: false } },
    { id: 'UnitStatus', accessorFn: ({ UnitStatus }) => UNIT_STATUS[UnitStatus], size: 90, meta: { label: 'Status' } },
    { accessorKey: 'DealerName', size: 150, meta: { label: 'Dealer', grows: true } },
    {
      id: 'FirmVer',
      accessorFn: ({ FirmVer }) => shownFirmware(FirmVer),
      size: 88,
      sortingFn: (left, right) => compareFirmware(left.original.FirmVer, right.original.FirmVer),
      cell: ({ row }) => <Firmware version={row.original.FirmVer} newest={newestFirmware} />,
      meta: { label: 'Firmware', monospace: true, text: ({ FirmVer }) => shownFirmware(FirmVer) },
    },
    {
      id: 'battery',
      accessorFn: ({ lastPing }) => lastPing?.chargedPercent,
      size: 96,
      cell: ({ row, getValue }) => <ReadingCell unit={row.original}>{percent(getValue())}</ReadingCell>,
      meta: { label: 'Battery', align: 'end', shownByDefault: false },
    },
    {
      id: 'bars',
      accessorFn: ({ lastPing }) => lastPing?.bars,
      size: 90,
      cell: ({ row, getValue }) => <ReadingCell unit={row.original}>{bars(getValue())}</ReadingCell>,
      meta: { label: 'Signal', align: 'end', shownByDefault: false },
    },
    {
      id: 'activeSim',
      accessorFn: (unit) =>
        [carrierName(unit.ActiveCarrier), stateLabel(unit.ActiveState, viewer)].filter(Boolean).join(' · '),
      size: 196,
      meta: { label: 'SIM in use', grows: true },
    },
    {
      id: 'ActiveCarrier',
      accessorFn: ({ ActiveCarrier }) => carrierName(ActiveCarrier),
      size: 100,
      meta: { label: 'Carrier', shownByDefault: false },
    },
    {
      id: 'ActiveState',
      accessorFn: ({ ActiveState }) => stateLabel(ActiveState, viewer),
      size: 150,
      meta: { label: 'SIM state', shownByDefault: false },
    },
    {
      accessorKey: 'Report',
      size: 88,
      cell: ({ row }) => <ReportSwitch unit={row.original} />,
      meta: { label: 'Reporting', text: () => '', exportValue: ({ Report }) => (Report === 1 ? 'On' : 'Off') },
    },
    ...slotColumns(1, viewer),
    ...slotColumns(2, viewer),
    { id: 'IMEI', accessorFn: ({ IMEI }) => shownImei(IMEI), size: 170, meta: { label: 'IMEI', ...identifier } },
    { accessorKey: 'PTName', size: 200, meta: { label: 'Profile', shownByDefault: false } },
    {
      id: 'PTUnitFirmVer',
      accessorKey: 'PTUnitFirmVer',
      size: 150,
      meta: { label: 'Profile firmware', monospace: true, shownByDefault: false },
    },
    { accessorKey: 'ClearCommVer', size: 120, meta: { label: 'ClearComm', monospace: true, shownByDefault: false } },
    {
      id: 'Tags',
      accessorFn: ({ Tags }) => Tags?.join(', ') ?? '',
      size: 160,
      meta: { label: 'Tags', shownByDefault: false },
    },
    { accessorKey: 'Custom1', size: 140, meta: { label: customLabels[0], shownByDefault: false } },
    { accessorKey: 'Custom2', size: 140, meta: { label: customLabels[1], shownByDefault: false } },
    {
      id: 'pingReason',
      accessorFn: ({ lastPing }) => lastPing?.pingReason,
      size: 130,
      meta: { label: 'Ping reason', shownByDefault: false },
    },
    {
      id: 'acPower',
      accessorFn: ({ lastPing }) => (lastPing?.acPower === undefined ? '' : lastPing.acPower ? 'Mains' : 'Battery'),
      size: 100,
      cell: ({ row, getValue }) => <ReadingCell unit={row.original}>{getValue()}</ReadingCell>,
      meta: { label: 'Power', shownByDefault: false },
    },
    {
      id: 'AllowOTAUpdate',
      accessorFn: ({ AllowOTAUpdate }) => (AllowOTAUpdate === 1 ? 'Allowed' : 'Held'),
      size: 120,
      meta: { label: 'OTA updates', shownByDefault: false },
    },
    {
      id: 'activeSimSlot',
      accessorFn: ({ activeSimSlot }) => activeSimSlot + 1,
      size: 100,
      meta: { label: 'Slot in use', align: 'end', shownByDefault: false },
    },
  ];
}

const identifier = { monospace: true, copyable: true, shownByDefault: false } as const;

function slotColumns(slot: 1 | 2, viewer: Viewer): DataColumn<Unit>[] {
  const hidden = { shownByDefault: false };
  return [
    { accessorKey: `ICCID${slot}`, size: 200, meta: { label: `SIM ${slot} ICCID`, ...identifier } },
    {
      id: `ICCID${slot}State`,
      accessorFn: (unit) => stateLabel(unit[`ICCID${slot}State`], viewer),
      size: 150,
      meta: { label: `SIM ${slot} state`, ...hidden },
    },
    {
      id: `ICCID${slot}Carrier`,
      accessorFn: (unit) => carrierName(unit[`ICCID${slot}Carrier`]),
      size: 120,
      meta: { label: `SIM ${slot} carrier`, ...hidden },
    },
    { accessorKey: `MSISDN${slot}`, size: 140, meta: { label: `SIM ${slot} number`, ...identifier } },
  ];
}

const carrierName = (carrier: Unit['ActiveCarrier']) => (carrier === undefined ? '' : CARRIER_NAMES[carrier]);

function stateLabel(state: number | undefined, viewer: Viewer): string {
  const known = SimState.safeParse(state).data;
  return known === undefined ? '' : simStateLabel(known, viewer);
}

const percent = (value: number | undefined) => (value === undefined ? '' : `${value} %`);
const bars = (value: number | undefined) => (value === undefined ? '' : `${value} / 5`);

/** A version, marked if there is a newer one. */
function Firmware({ version, newest }: { version: string; newest: string | undefined }) {
  const isOlder = newest !== undefined && compareFirmware(version, newest) < 0;
  if (!isOlder) return shownFirmware(version);
  return (
    <Tooltip content={`${shownFirmware(newest)} is available`}>
      <chakra.span color="fg.muted">{shownFirmware(version)}</chakra.span>
    </Tooltip>
  );
}
