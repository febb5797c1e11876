import { type AuditedArea, choice, list, number, text, time } from '../audit/wording.ts';
import { CLOSE_CODES } from './alarm.ts';
import { CENTER_STATUS, PROTOCOLS } from './center.ts';
import { RECEIVER_KINDS } from './receiver.ts';

const fields = {
  name: text('Name'),
  protocol: choice('Protocol', PROTOCOLS),
  status: choice('Status', CENTER_STATUS),
};
const listedNumber = { phoneNumber: text('Phone number'), label: text('Label'), mcKey: text('Monitoring centre') };
const receiver = {
  kind: choice('Protocol of the receiver', RECEIVER_KINDS),
  main: text('Address'),
  second: text('Second address'),
  accountPrefix: text('Account prefix'),
  secretSince: time('Key entered'),
};
const alarm = {
  event: text('Alarm'),
  at: time('Time of the alarm'),
  sequence: number('Sequence number'),
  text: text('Note'),
  closeCode: choice('Ended as', CLOSE_CODES),
};

export const AUDITED = {
  kinds: { monitoringCenter: 'Monitoring centre', whiteListNumber: 'Whitelist number' },
  actions: {
    'add monitoring centre': { sentence: '{actor} added the monitoring centre {name}', fields },
    'edit monitoring centre': { sentence: '{actor} changed a monitoring centre', fields },
    'delete monitoring centre': { sentence: '{actor} deleted the monitoring centre {name}', fields },
    'add whitelist number': { sentence: '{actor} added {phoneNumber} to the whitelist', fields: listedNumber },
    'edit whitelist number': { sentence: '{actor} changed a number of the whitelist', fields: listedNumber },
    'delete whitelist number': { sentence: '{actor} removed {phoneNumber} from the whitelist', fields: listedNumber },
    'set receiver': { sentence: '{actor} set the receiver of a monitoring centre', fields: receiver },
    'remove receiver': { sentence: '{actor} removed the receiver of a monitoring centre', fields: receiver },
    'change centres of dealer': {
      sentence: '{actor} changed the monitoring centres of {object}',
      fields: { added: list('Added'), removed: list('Removed') },
    },
    'take alarm': { sentence: '{actor} took an alarm of {object}', fields: alarm },
    'take over alarm': { sentence: '{actor} took over an alarm of {object}', fields: alarm },
    'release alarm': { sentence: '{actor} released an alarm of {object}', fields: alarm },
    'write note on alarm': { sentence: '{actor} wrote a note on an alarm of {object}', fields: alarm },
    'export alarm': { sentence: '{actor} exported an alarm of {object}', fields: alarm },
    'close alarm': { sentence: '{actor} closed an alarm of {object}', fields: alarm },
  },
} as const satisfies AuditedArea;
