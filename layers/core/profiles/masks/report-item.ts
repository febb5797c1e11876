import type { ModelLayouts } from './mask.ts';

/** What the unit adds to its reports. */
export const REPORT_ITEM: ModelLayouts = {
  'MXD-LTE': [
    {
      digits: 2,
      bits: ['Signal', 'Network cell', 'Battery', 'Power supply', 'Switch position', 'Error counts', 'Temperature'],
      usual: '3F',
    },
  ],
  myConnect: [
    {
      digits: 4,
      bits: [
        'Signal',
        'Network cell',
        'Battery',
        'Charging',
        'Location by satellite',
        'Last known location',
        'Wi-Fi access points',
        'Steps today',
        'Error counts',
      ],
      usual: '01FF',
    },
  ],
  'myConnect Air': [
    {
      digits: 4,
      bits: [
        'Signal',
        'Network cell',
        'Battery',
        'Charging',
        'Location by satellite',
        'Last known location',
        'Wi-Fi access points',
        'Steps today',
        'Error counts',
        'Home zone',
        'Heart rate',
      ],
      usual: '03FF',
    },
  ],
};
