import { AREAS } from './areas.ts';

/** The entities whose changes have a reaction or news, in order. The stream delivers no other changes. */
export const FOLLOWED_ENTITIES: readonly string[] = [
  ...new Set(
    Object.values(AREAS).flatMap(({ reactions = [], news = [] }) =>
      [...reactions, ...news].map(({ entity }) => entity),
    ),
  ),
].sort();
