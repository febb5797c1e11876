import { type AuditedArea, choice, inWords, number, time } from '../audit/wording.ts';
import { BATTERY_NAMES } from './batteries.ts';
import { REMOTE_LOG_OFF } from './remote-log.ts';

export const AUDITED = {
  kinds: {},
  actions: {
    'reset flags': {
      sentence: '{actor} reset error flags of {object}',
      fields: { tcpFail: number('Failed connections'), downloadFail: number('Failed downloads') },
    },
    'allow SMS': {
      sentence: ({ after }) =>
        `{actor} ${after.AllowSMSConnect === '1' ? 'allowed' : 'forbade'} to ask {object} by SMS to connect`,
      fields: { AllowSMSConnect: choice('Connect by SMS', { 0: 'Not allowed', 1: 'Allowed' }) },
    },
    'change battery': {
      sentence: '{actor} recorded a new battery of {object}',
      fields: {
        newBattery: choice('Battery', BATTERY_NAMES),
        newBatteryAt: time('Changed'),
      },
    },
    'switch remote log': {
      sentence: ({ after }) =>
        after.RemoteLog === REMOTE_LOG_OFF
          ? '{actor} switched the remote log of {object} off'
          : '{actor} switched the remote log of {object} on for 7 days',
      fields: { RemoteLog: inWords('Remote log until', (until) => (until === REMOTE_LOG_OFF ? 'Off' : until)) },
    },
  },
} as const satisfies AuditedArea;
