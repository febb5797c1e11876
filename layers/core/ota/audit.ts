import { type AuditedArea, cents, number, onOff, text } from '../audit/wording.ts';

const version = {
  unitModel: text('Model'),
  firmVerType: text('Type'),
  version: text('Version'),
  location: text('Location'),
  upgradePrice: cents('Price'),
  current: onOff('Current'),
};

export const AUDITED = {
  kinds: { firmwareVersion: 'Firmware version', releaseNotes: 'Release notes' },
  actions: {
    'create firmware version': {
      sentence: '{actor} created the version {version} of {unitModel} {firmVerType}',
      fields: version,
    },
    'edit release notes': {
      sentence: '{actor} changed the release notes of {object}',
      fields: {
        summary: text('Summary'),
        details: number('Details'),
        costOTA: text('Cost over the air'),
        costBridge: text('Cost over a bridge'),
      },
    },
  },
} as const satisfies AuditedArea;
