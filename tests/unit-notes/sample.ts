import { instant } from '#core/time.ts';
import { UnitNoteEntity } from '#data/unit-notes/notes.ts';
import { TODAY } from '#support/fleet.ts';
import type { Sample } from '#support/samples.ts';

const EDITED = '01KAJN9FR00000000000000801';
const DELETED = '01KAJN9FR00000000000000802';

/** Two notes on the unit of the samples. */
export async function someNotes(author: { UserKey: string; name: string }): Promise<void> {
  for (const noteKey of [EDITED, DELETED])
    await UnitNoteEntity.put({
      UnitSerNum: '400220',
      noteKey,
      DealerKey: 220,
      text: `Ring twice at number 220: the note ${noteKey}`,
      authorKey: author.UserKey,
      authorName: author.name,
      writtenAt: instant(TODAY),
      version: 1,
    }).go();
}

export const sample: Sample = {
  named: [
    { name: EDITED, missing: '01KAJN9FR00000000000000899' },
    { name: DELETED, missing: '01KAJN9FR00000000000000898' },
  ],
  add: ({ scope }) => someNotes({ UserKey: scope.userKey, name: scope.fullName }),
};
