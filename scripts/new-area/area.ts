import type { Field } from './fields.ts';
import type { Names } from './names.ts';

/** A new area, as its files are written from it. */
export interface NewArea {
  names: Names;
  fields: readonly Field[];
  /** Of the endpoints: `/api/sparePart`. */
  path: string;
  /** Of the page: `/spareParts`. */
  page: string;
  /** Who may read and change: holders of one of these flags. */
  flags: readonly string[];
  /** Whether each dealer has items of its own, or the portal one set for all. */
  of: 'dealer' | 'portal';
}

/** The files of an area: their texts by their paths. Formatting is left to the formatter. */
export type AreaFiles = Record<string, string>;
