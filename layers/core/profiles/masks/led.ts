import type { ModelLayouts } from './mask.ts';

const WEARABLE = [
  'Help call',
  'Battery low',
  'Charging',
  'Fully charged',
  'Fall detected',
  'Location fix',
  'No network',
];

/** When the light of the unit shows something. */
export const LED: ModelLayouts = {
  'MXD-LTE': [
    {
      digits: 4,
      bits: [
        'Help call',
        'Power lost',
        'Battery low',
        'No network',
        'Weak signal',
        'Accessory missing',
        'Accessory battery low',
        'Message waiting',
        'Test in progress',
        'Update in progress',
      ],
      usual: '03FF',
    },
  ],
  myConnect: [{ digits: 2, bits: WEARABLE, usual: '5F' }],
  'myConnect Air': [{ digits: 2, bits: [...WEARABLE, 'Wi-Fi connected'], usual: '5F' }],
};
