import type { ModelLayouts } from './mask.ts';

const WEARABLE = ['After an update', 'After a lost network', 'After a failed report', 'After an error', 'Once a week'];

/** After what the unit restarts without light, sound or vibration. */
export const SILENT_REBOOT: ModelLayouts = {
  'MXD-LTE': [
    {
      digits: 2,
      bits: ['After an update', 'After a lost network', 'After a failed report', 'After an error', 'Every night'],
      usual: '0F',
    },
  ],
  myConnect: [{ digits: 2, bits: WEARABLE, usual: '0F' }],
  'myConnect Air': [{ digits: 2, bits: [...WEARABLE, 'After the charger is removed'], usual: '0F' }],
};
