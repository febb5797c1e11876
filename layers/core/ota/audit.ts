import { type AuditedArea, cents, number, onOff, text } from '../audit/wording.ts';

const version = {
  unitModel: text('Model'),
  firmVerType: text('Type'),
  version: text('Version'),
  location: text('Location'),
  upgradePrice: cents('Price'),
  current: onOff('Current'),
  oldestAllowed: text('Oldest version that units may go back to'),
  sha256: text('SHA-256 of the file'),
};

export const AUDITED = {
  kinds: { firmwareVersion: 'Firmware version', releaseNotes: 'Release notes' },
  actions: {
    'create firmware version': {
      sentence: '{actor} created the version {version} of {unitModel} {firmVerType}',
      fields: version,
    },
    'sign firmware version': {
      sentence: '{actor} signed the file of the version {object}',
      fields: { sha256: version.sha256 },
    },
    'make firmware version current': {
      sentence: '{actor} made {object} the current version',
      fields: { version: text('Current version'), current: version.current },
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
