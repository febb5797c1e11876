import type { ModelLayouts } from './mask.ts';

const WEARABLE = [
  'Help is being called',
  'Call connected',
  'Call ended',
  'Call could not be made',
  'Battery low',
  'Charging begins',
  'Fall detected',
  'Press to cancel',
  'Reminder',
  'Test passed',
];

/** What the unit says aloud. */
export const VOICE_PROMPT: ModelLayouts = {
  'MXD-LTE': [
    {
      digits: 4,
      bits: [
        'Help is being called',
        'Call connected',
        'Call ended',
        'Call could not be made',
        'Power lost',
        'Power restored',
        'Battery low',
        'Accessory battery low',
        'Accessory missing',
        'Accessory paired',
        'Reminder',
        'Test passed',
        'Test failed',
        'No network',
      ],
      usual: '3FFF',
    },
  ],
  myConnect: [{ digits: 4, bits: WEARABLE, usual: '03FF' }],
  'myConnect Air': [{ digits: 4, bits: [...WEARABLE, 'Left the home zone'], usual: '03FF' }],
};
