import { SlidersHorizontal } from 'lucide-react';
import { holding } from '#core/access.ts';
import type { Screen } from '#web/lib/page/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/admin/dealerSettings',
    title: 'Dealer settings',
    access: holding('ADMIN'),
    load: () => import('./dealer-settings-page.tsx'),
    shape: 'panels',
    order: 50,
    navigation: { icon: SlidersHorizontal, section: 'Administration' },
    parts: [
      {
        title: 'Office address',
        labels: ['E-mail', 'Address', 'Address, second line', 'City', 'State', 'Country', 'ZIP code', 'Details'],
      },
      { title: 'Main contact', labels: ['Contact name', 'Contact phone', 'Contact e-mail'] },
      { title: 'Names of the custom labels', labels: ['Name of labels 1', 'Name of labels 2'] },
      { title: 'Monitoring centres', labels: ['Name', 'Phone number', 'Account number'] },
      {
        title: 'Shipping addresses',
        labels: ['Attention to', 'Address', 'City', 'State', 'ZIP code', 'Country', 'Notes'],
      },
      { title: 'Notifications', labels: ['Reason', 'Contact method', 'Contacts'] },
      { title: 'Alarms that nobody takes', labels: ['Escalate after'] },
      { title: 'Event groups', labels: ['Sort events by group', 'New group'] },
      { title: 'Custom labels 1', labels: ['New label 1'] },
      { title: 'Custom labels 2', labels: ['New label 2'] },
      { title: 'Line IDs', labels: ['Allow only these Line IDs', 'New Line ID'] },
      { title: 'Login of units', labels: ['Units must prove themselves', 'Secret'] },
      { title: 'Languages', labels: ['Language'] },
      {
        title: 'Rules of this dealer',
        access: holding('ENGINEER'),
        labels: [
          'Orders offer',
          'Orders of MXD-LTE need a file of unit IDs',
          'Print a unit ID label for myConnect',
          'Units are IMPRA units',
          'Its users sign out to',
        ],
      },
    ],
  },
];
