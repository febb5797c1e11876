import { type AuditedArea, dealer, list, onOff, text, time } from '../audit/wording.ts';
import { LEFT_REMINDERS } from '../reminders/left-reminders.ts';

const secret = { secretSince: time('Secret since') };

const move = {
  DealerKey: dealer('Dealer'),
  Custom1: text('First text of the dealer'),
  Custom2: text('Second text of the dealer'),
  Tags: list('Tags'),
  deactivateOnStartUp: text('SIM marked for deactivation'),
  PTName: text('Name of the profile'),
  ...LEFT_REMINDERS,
};

export const AUDITED = {
  kinds: { unit: 'Unit' },
  actions: {
    'share view': { sentence: '{actor} shared the view {name} of the unit list', fields: { name: text('View') } },
    'delete shared view': {
      sentence: '{actor} deleted the shared view {name} of the unit list',
      fields: { name: text('View') },
    },
    'switch reporting': {
      sentence: ({ after }) => `{actor} switched reporting ${after.Report === 1 ? 'on' : 'off'} for {object}`,
      fields: { Report: onOff('Reporting') },
    },
    'bring in unit': {
      sentence: '{actor} brought {object} into the portal',
      fields: {
        UnitModel: text('Model'),
        IMEI: text('IMEI'),
        ICCID1: text('SIM 1'),
        ICCID2: text('SIM 2'),
        PCBSerNum: text('PCB serial number'),
        ...secret,
      },
    },
    'give secret': { sentence: '{actor} gave {object} a secret', fields: secret },
    'replace secret': { sentence: '{actor} replaced the secret of {object}', fields: secret },
    'withdraw secret': { sentence: '{actor} withdrew the secret of {object}', fields: secret },
    'move unit': { sentence: '{actor} moved {object} to {DealerKey}', fields: move },
    'leave profile': {
      sentence: '{actor} removed the profile of {object}, because its dealer has moved',
      fields: { PTName: move.PTName },
    },
    'receive unit': { sentence: '{actor} gave {object} to {DealerKey}', fields: { DealerKey: dealer('Dealer') } },
  },
} as const satisfies AuditedArea;
