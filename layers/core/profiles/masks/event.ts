import type { ModelLayouts } from './mask.ts';

const FIRST = [
  'Help button',
  'Fall',
  'Battery low',
  'Battery restored',
  'Charging begins',
  'Charging ends',
  'Power off',
  'Power on',
];
const WITH_CANCELLED_FALL = [...FIRST, 'Fall cancelled', 'No movement'];
const WITH_ZONES = [...WITH_CANCELLED_FALL, 'Left the home zone', 'Back in the home zone'];
const WITH_TESTS = [...WITH_ZONES, 'Periodic test', 'Voice test failed'];

/** Which events the unit reports. The firmware versions 423135 to 423137 of myConnect each have a layout of their own. */
export const EVENT: ModelLayouts = {
  'MXD-LTE': [
    {
      digits: 4,
      bits: [
        'Help button',
        'Smoke',
        'Carbon monoxide',
        'Intrusion',
        'Power lost',
        'Power restored',
        'Battery low',
        'Accessory missing',
        'Accessory battery low',
        'No activity',
        'Periodic test',
        'Network lost',
        'Tamper',
      ],
      usual: '1FFF',
    },
  ],
  myConnect: [
    { digits: 2, bits: FIRST, usual: '0F' },
    { from: '4.2.31.3.5', digits: 4, bits: WITH_CANCELLED_FALL, usual: '030F' },
    { from: '4.2.31.3.6', digits: 4, bits: WITH_ZONES, usual: '030F' },
    { from: '4.2.31.3.7', digits: 4, bits: WITH_TESTS, usual: '330F' },
  ],
  'myConnect Air': [{ digits: 4, bits: [...WITH_TESTS, 'Wi-Fi lost'], usual: '730F' }],
};
