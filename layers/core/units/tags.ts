import { z } from 'zod';
import { isVisible, NOT_VISIBLE } from '../name-skeleton.ts';

/** More would not fit into the transactions that keep the rows and counts of a unit's facets. */
export const MAX_TAGS = 10;
const MAX_TAG_LENGTH = 30;

/** A word or two by which a dealer groups units. It is stored in small letters without surplus blanks, so that people write it alike. */
export const Tag = z
  .string()
  .transform((text) => text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase())
  .pipe(
    z
      .string()
      .min(1, 'A tag needs a word')
      .max(MAX_TAG_LENGTH, `At most ${MAX_TAG_LENGTH} characters`)
      .regex(/^[\p{L}\p{M}\p{N} ._&+-]+$/u, 'A tag has letters, digits, blanks and . _ & + -')
      .refine(isVisible, NOT_VISIBLE),
  );

/** Why a unit cannot have these tags. Undefined if it can. */
export const whyTooManyTags = (tags: readonly string[]): string | undefined =>
  tags.length > MAX_TAGS ? `A unit has at most ${MAX_TAGS} tags` : undefined;

/** The tags of a unit after some were added and some removed, by the alphabet. What others added meanwhile stays. */
export const tagsAfter = (tags: readonly string[] = [], add: readonly string[], remove: readonly string[]): string[] =>
  [...new Set([...tags, ...add])].filter((tag) => !remove.includes(tag)).sort();
