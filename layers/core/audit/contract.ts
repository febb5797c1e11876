import { z } from 'zod';
import { defineArea } from '../contract.ts';
import { DealerKeyInput } from '../dealers/dealer.ts';
import { PageRequest, pageOf } from '../paging.ts';
import { Instant, withRange } from '../time.ts';
import { UserKey } from '../users/user.ts';
import { AUDIT_READERS } from './access.ts';
import { AuditEntry } from './entry.ts';

const Filters = PageRequest.extend({
  from: Instant.optional(),
  to: Instant.optional(),
  /** What was done, such as `switch reporting`. */
  action: z.string().trim().max(100).optional(),
});

const filtered = <Of extends z.ZodRawShape>(of: Of) => withRange(Filters.extend(of), 'from', 'to');

/** A page can be empty although older entries match. Only a null cursor marks the end. */
const Answer = pageOf(AuditEntry);

export const audit = defineArea({
  ofDealer: {
    method: 'GET',
    path: '/api/audit/dealer/{dealerKey}',
    summary:
      'Read the changes of a dealer and of everything that it owns, newest first; below adds the dealers below it',
    access: AUDIT_READERS,
    input: filtered({ dealerKey: DealerKeyInput, below: z.enum(['true', 'false']).default('false') }),
    output: Answer,
    errors: ['NOT_FOUND'],
  },
  ofUser: {
    method: 'GET',
    path: '/api/audit/user/{userKey}',
    summary:
      'Read the changes by a user ("by"), or the changes by others with the access of this user ("as"), newest first',
    access: AUDIT_READERS,
    input: filtered({ userKey: UserKey, part: z.enum(['by', 'as']).default('by') }),
    output: Answer,
    errors: ['NOT_FOUND'],
  },
  ofBulkAction: {
    method: 'GET',
    path: '/api/audit/bulkAction/{bchKey}',
    summary: 'Read the changes that are part of a bulk action, newest first',
    access: AUDIT_READERS,
    input: filtered({ bchKey: z.string().regex(/^[0-9A-Z]{26}$/, 'No such bulk action') }),
    output: Answer,
    errors: ['NOT_FOUND'],
  },
  ofObject: {
    method: 'GET',
    path: '/api/audit/object/{objectKind}/{objectId}',
    summary: 'Read the changes of one object, newest first',
    access: AUDIT_READERS,
    input: filtered({
      objectKind: z.string().regex(/^[A-Za-z]{1,40}$/, 'No such kind of object'),
      objectId: z.string().regex(/^[\w.:-]{1,120}$/, 'No such object'),
    }),
    output: Answer,
    errors: ['NOT_FOUND'],
  },
});
