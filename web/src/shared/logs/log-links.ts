import {
  Activity,
  Bug,
  DatabaseZap,
  Footprints,
  HeadphoneOff,
  MapPin,
  Phone,
  Radio,
  ShieldX,
  Siren,
  WifiOff,
} from 'lucide-react';
import type { Access } from '#core/access.ts';
import { plusDays } from '#core/calendar-days.ts';
import { BREADCRUMB_READERS } from '#core/location/access.ts';
import { LOG_READERS, MESSAGE_READERS } from '#core/logs/access.ts';
import { REPORT_READERS } from '#core/reports/access.ts';
import { DEFAULT_UNIT_MODEL, type Unit } from '#core/units/unit.ts';
import type { ActionItem } from '#web/components/menu/action-item.ts';
import { paths, withQuery } from '#web/lib/page/paths.ts';

/** Days before today that a link to the ping log covers [P3-K27]. */
const LINKED_DAYS = 90;

type LinkedUnit = Pick<Unit, 'UnitSerNum' | 'UnitModel' | 'IMEI'>;

/** The links from the page of a unit to its logs, as far as the user may open them. */
export const logLinks = (
  unit: LinkedUnit,
  { today, may }: { today: string; may: (access: Access) => boolean },
): ActionItem[] => [
  ...(may(LOG_READERS) ? historyLinks(unit, today) : []),
  ...(may(BREADCRUMB_READERS)
    ? [
        {
          id: 'locationLog',
          label: 'Location history',
          icon: MapPin,
          href: paths.locationLog({ unit: unit.UnitSerNum }),
        },
      ]
    : []),
  ...(may(MESSAGE_READERS) ? [messageLink(unit), debugLink(unit)] : []),
  ...(may(REPORT_READERS) ? failureLinks(unit) : []),
];

const historyLinks = ({ UnitSerNum: unit }: LinkedUnit, today: string): ActionItem[] => [
  {
    id: 'pingLog',
    label: 'Ping log',
    icon: Activity,
    href: paths.pingLog({ unit, startDate: plusDays(today, -LINKED_DAYS), endDate: today }),
    startsGroup: true,
  },
  { id: 'eventLog', label: 'Event log', icon: Siren, href: paths.eventLog({ unit }) },
  { id: 'callMetricsLog', label: 'Call metrics log', icon: Phone, href: paths.callMetricsLog({ unit }) },
  { id: 'activity', label: 'Activity monitoring', icon: Footprints, href: paths.activity({ UnitSerNum: unit }) },
];

const messageLink = ({ UnitSerNum, UnitModel, IMEI }: LinkedUnit): ActionItem =>
  UnitModel === DEFAULT_UNIT_MODEL
    ? { id: 'tcpMessageLog', label: 'TCP message log', icon: Radio, href: paths.tcpMessageLog({ UnitSerNum }) }
    : { id: 'mPERSLog', label: 'mPERS log', icon: Radio, href: paths.mPERSLog({ UnitSerNum, IMEI }) };

const debugLink = ({ UnitSerNum }: LinkedUnit): ActionItem => ({
  id: 'debugLog',
  label: 'Debug log',
  icon: Bug,
  href: paths.debugLog({ UnitSerNum }),
});

const failureLinks = ({ UnitSerNum }: LinkedUnit): ActionItem[] => [
  {
    id: 'failedPings',
    label: 'Failed pings',
    icon: WifiOff,
    href: withQuery('/reports/failedPingLog', { UnitSerNum }),
    startsGroup: true,
  },
  {
    id: 'failedDataTests',
    label: 'Failed data tests',
    icon: DatabaseZap,
    href: withQuery('/reports/failedDataTest', { UnitSerNum }),
  },
  {
    id: 'failedVoiceTests',
    label: 'Failed voice tests',
    icon: HeadphoneOff,
    href: withQuery('/reports/failedVoiceTest', { UnitSerNum }),
  },
  {
    id: 'failedSupervised',
    label: 'Failed supervised',
    icon: ShieldX,
    href: withQuery('/reports/failedSupervised', { UnitSerNum }),
  },
];

/** The jumps from the history of a unit: the pings of its range of days, and the events of the last of them. */
export const historyJumps = (unit: string, { start, end }: { start: string; end: string }): ActionItem[] => [
  {
    id: 'pingLog',
    label: 'Ping log of these days',
    icon: Activity,
    href: paths.pingLog({ unit, startDate: start, endDate: end }),
  },
  {
    id: 'eventLog',
    label: 'Event log of the last day',
    icon: Siren,
    href: paths.eventLog({ unit, day: end }),
  },
];
