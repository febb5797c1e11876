import type { LibraryKind } from '#core/support/library.ts';
import { LibraryEntity } from '#data/support/entities.ts';
import type { Seed } from '../seed.ts';
import { itemOf } from '../write.ts';

const ENTRIES: readonly (readonly [kind: LibraryKind, group: string, title: string, description: string])[] = [
  ['video', 'Getting started', 'The list of units', 'Find units, filter them, and save a view.'],
  ['video', 'Getting started', 'Your first unit', 'From its box to its first ping.'],
  ['video', 'Configuration', 'Profiles', 'What a profile sets, and how a unit gets it.'],
  ['video', 'Configuration', 'Events and calls', 'Whom a unit calls for which event.'],
  ['video', 'When something is wrong', 'Silent units', 'What to look at first.'],
  ['download', 'Manuals', 'MXD-LTE user manual', 'For wearers.'],
  ['download', 'Manuals', 'myConnect user manual', 'For wearers.'],
  ['download', 'For installers', 'Installation guide', 'Where a unit hears and is heard best.'],
];

/** Training videos and downloads, at addresses that do not exist. */
export const seed: Seed = () =>
  ENTRIES.map(([kind, group, title, description], index) =>
    itemOf(LibraryEntity, {
      ...{ kind, group, title, description },
      entryKey: `01HZ00000000000000000000${String(index).padStart(2, '0')}`,
      link: `https://${kind}s.example.com/${title.toLowerCase().replaceAll(' ', '-')}`,
    }),
  );
