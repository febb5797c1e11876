import type { AccessFlag } from '#core/access.ts';
import type { UnitModel } from '#core/units/unit.ts';
import type { Who } from './callers.ts';

/**
 * Who may follow the live topics of a kind, as far as their subject allows it. Written by hand from the roles of the specification:
 * portal-2 section 6, portal-3 section 6 and DECISIONS.md.
 */
export const WHO_MAY_FOLLOW: Readonly<Record<string, { who: Who; onlyRootDealer: boolean }>> = {
  // What a console shows is part of viewing a unit. Sending commands is not.
  console: { who: ['UNIT', 'UNIT_EDIT', 'UNIT_VIEW'], onlyRootDealer: false },
  'debug-log': { who: ['ENGINEER'], onlyRootDealer: false },
  // Messages that belong to no unit, of the units of every dealer.
  'invalid-messages': { who: ['ENGINEER'], onlyRootDealer: true },
  // That the numbers of units, open alarms or orders have changed, for who may list them.
  dashboard: {
    who: ['UNIT', 'UNIT_EDIT', 'UNIT_VIEW', 'REPORTS', 'ORDERS', 'PRODUCTION', 'ENGINEER'],
    onlyRootDealer: false,
  },
  // That a unit reported an event, for the view of a monitoring centre. It carries no data.
  'unit-events': { who: 'monitoringCentres', onlyRootDealer: false },
  // That open alarms have changed, for who sees the board.
  'open-alarms': { who: ['UNIT', 'UNIT_EDIT', 'UNIT_VIEW', 'REPORTS'], onlyRootDealer: false },
  'operator-alarms': { who: 'monitoringCentres', onlyRootDealer: false },
  'bulk-action': { who: ['BULK_ACTIONS'], onlyRootDealer: false },
};

/** UNIT_VIEW is a view-only access (portal-2 section 6), also beside UNIT. */
const EDITORS = ['UNIT_EDIT'] as const;
/** Making events and the engineer features of the voice controller need engineer access (portal-2 section 6). */
const ENGINEERS = ['UNIT_EDIT', 'ENGINEER'] as const;

const WEARABLE = {
  StayAlive: EDITORS,
  forcePing: EDITORS,
  SyncChanges: EDITORS,
  'VoiceCmd Query': EDITORS,
  RTO: EDITORS,
  CHIME: EDITORS,
  HOMEWIFIQ: EDITORS,
  HOMEWIFIC: EDITORS,
  reboot: EDITORS,
};

/** The commands of each model, and the flags that staff need together to give them. Written by hand, like the table of calls. */
export const WHO_MAY_COMMAND: Readonly<Record<UnitModel, Readonly<Record<string, readonly AccessFlag[]>>>> = {
  'MXD-LTE': {
    StayAlive: EDITORS,
    Query: EDITORS,
    Run: EDITORS,
    HangUp: EDITORS,
    Reboot: EDITORS,
    GoToMode: EDITORS,
    SpeakerVol: EDITORS,
    MicVol: EDITORS,
    MakeCall: EDITORS,
    VoiceCmd: EDITORS,
    PlayMultiMessage: EDITORS,
    RemoteLog: ENGINEERS,
    MakeEvent: ENGINEERS,
  },
  myConnect: WEARABLE,
  'myConnect Air': WEARABLE,
};
