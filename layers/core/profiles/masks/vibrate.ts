import type { ModelLayouts } from './mask.ts';

/** When the unit vibrates. */
export const VIBRATE: ModelLayouts = {
  'MXD-LTE': [
    {
      digits: 2,
      bits: ['Help button pressed', 'Call connected', 'Call ended', 'Power lost', 'Battery low', 'Accessory paired'],
      usual: '03',
    },
  ],
  myConnect: [
    {
      digits: 2,
      bits: [
        'Help button pressed',
        'Call connected',
        'Call ended',
        'Fall detected',
        'Battery low',
        'Charging begins',
        'Reminder',
        'Message received',
      ],
      usual: 'CF',
    },
  ],
  'myConnect Air': [
    {
      digits: 2,
      bits: [
        'Help button pressed',
        'Call connected',
        'Call ended',
        'Fall detected',
        'Battery low',
        'Charging begins',
        'Reminder',
        'Left the home zone',
      ],
      usual: 'CF',
    },
  ],
};
