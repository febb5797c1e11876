import { z } from 'zod';
import { holding } from '../access.ts';
import { defineArea } from '../contract.ts';
import { DealerKeyInput } from '../dealers/dealer.ts';
import { PageRequest, pageOf } from '../paging.ts';
import { Instant } from '../time.ts';
import { UserKey } from '../users/user.ts';
import { AuditEntry } from './entry.ts';

const Filters = PageRequest.extend({
  from: Instant.optional(),
  to: Instant.optional(),
  /** A part of what was done. */
  action: z.string().trim().max(100).optional(),
});

const READERS = holding('ADMIN', 'ENGINEER');

/** An entry further back may fit though a page is empty: only a null cursor says that there is no more. */
const Answer = pageOf(AuditEntry);

export const audit = defineArea({
  ofDealer: {
    method: 'GET',
    path: '/api/audit/dealer/{dealerKey}',
    summary: 'Read what was changed of a dealer and what is its own, the newest first',
    access: READERS,
    input: Filters.extend({ dealerKey: DealerKeyInput }),
    output: Answer,
    errors: ['NOT_FOUND'],
  },
  ofUser: {
    method: 'GET',
    path: '/api/audit/user/{userKey}',
    summary:
      'Read what a user changed ("by"), or what others changed with access taken on from them ("as"), the newest first',
    access: READERS,
    input: Filters.extend({ userKey: UserKey, part: z.enum(['by', 'as']).default('by') }),
    output: Answer,
    errors: ['NOT_FOUND'],
  },
  ofObject: {
    method: 'GET',
    path: '/api/audit/object/{objectKind}/{objectId}',
    summary: 'Read what was changed of one thing, the newest first',
    access: READERS,
    input: Filters.extend({
      objectKind: z.string().regex(/^[A-Za-z]{1,40}$/, 'No kind of thing'),
      objectId: z.string().regex(/^[\w.:-]{1,120}$/, 'No such thing'),
    }),
    output: Answer,
    errors: ['NOT_FOUND'],
  },
});
