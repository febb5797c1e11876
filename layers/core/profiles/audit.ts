import { type AuditedArea, choice, list, text } from '../audit/wording.ts';
import { changeLabels } from './changes.ts';
import { PT_ENABLED, toggledStatus } from './profile.ts';

const fields = {
  UnitModel: text('Model'),
  UnitFirmVer: text('Firmware'),
  ...Object.fromEntries(Object.entries(changeLabels()).map(([field, label]) => [field, list(label)])),
  categories: list('Categories'),
};

const status = {
  PTStatus: choice('Status', { [PT_ENABLED]: 'Enabled', [toggledStatus(PT_ENABLED)]: 'Disabled' }),
};

export const AUDITED = {
  kinds: { profile: 'Profile' },
  actions: {
    'create profile': { sentence: '{actor} created the profile {object}', fields },
    'change profile': { sentence: '{actor} changed the profile {object}', fields },
    'enable profile': { sentence: '{actor} enabled the profile {object}', fields: status },
    'disable profile': { sentence: '{actor} disabled the profile {object}', fields: status },
  },
} as const satisfies AuditedArea;
