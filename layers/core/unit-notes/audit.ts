import { type AuditedArea, list, text } from '../audit/wording.ts';

const note = { text: text('Note') };
const tags = { Tags: list('Tags') };

export const AUDITED = {
  kinds: {},
  actions: {
    'add note': { sentence: '{actor} wrote a note on {object}', fields: note },
    'edit note': { sentence: '{actor} changed a note on {object}', fields: note },
    'delete note': { sentence: '{actor} deleted a note on {object}', fields: note },
    'change tags': { sentence: '{actor} changed the tags of {object}', fields: tags },
    'pin unit': { sentence: '{actor} pinned {object}' },
    'unpin unit': { sentence: '{actor} unpinned {object}' },
  },
} as const satisfies AuditedArea;
