import type { AccessFlag } from '#core/access.ts';
import type { Section } from '#web/lib/page/sections.ts';
import type { Field } from './field.ts';
import type { Names } from './names.ts';

/** The description of a new area. */
export interface NewArea {
  names: Names;
  fields: readonly Field[];
  /** The path of the endpoints: `/api/sparePart`. */
  path: string;
  /** The path of the page: `/spareParts`. */
  page: string;
  /** The flags: a user with one of them may read and change. */
  flags: readonly AccessFlag[];
  /** The entry of the page in the navigation: an icon of lucide and the section. */
  icon: string;
  section: Section;
  /** `dealer`: each dealer has its own items. `portal`: all dealers share one set. */
  of: 'dealer' | 'portal';
}

/** The files of an area: text by path. The formatter formats them later. */
export type AreaFiles = Record<string, string>;
