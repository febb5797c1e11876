import { AUDITED } from './kinds.ts';

/** What people call an object of a kind. Old entries can name a kind that no area has any more: it is its own word. */
export const objectKindWord = (objectKind: string): string =>
  (AUDITED as Readonly<Record<string, string>>)[objectKind] ?? objectKind;
