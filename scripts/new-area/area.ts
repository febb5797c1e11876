import type { Field } from './fields.ts';
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
  flags: readonly string[];
  /** True if each dealer has its own items; otherwise the portal has one set for all. */
  of: 'dealer' | 'portal';
}

/** The files of an area: text by path. The formatter formats them later. */
export type AreaFiles = Record<string, string>;
