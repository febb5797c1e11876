import { z } from 'zod';
import { Asker } from '../auth/identities.ts';
import { Instant } from '../time.ts';
import { MassCreation, MassCreationRow } from './mass-create.ts';
import { UserFields } from './user.ts';

/** The creation of the users of a list as stores return it. */
export const MassCreationRecord = MassCreation.omit({ state: true, isStalled: true }).extend({
  /** The dealer that was shown to the user who started it. */
  dealerKey: z.number().int(),
  /** Rights are read from it at each user. A retry by somebody else does not change it. */
  askedBy: Asker,
  /** Grows with each retry. */
  attempt: z.number().int(),
  /** Grows each time that open users are handed out. */
  turn: z.number().int(),
  /** When a user was last done, or open users were handed out. */
  movedAt: Instant,
  stoppedAt: Instant.optional(),
  stoppedAs: z.enum(['paused', 'stopped', 'cancelled']).optional(),
  /** Seconds. */
  expiresAt: z.number().int(),
});
export type MassCreationRecord = z.infer<typeof MassCreationRecord>;

/** Users of a list that one worker does. */
export const MassCreationPartRecord = z.object({
  massCreation: z.string(),
  part: z.number().int(),
  users: z.array(UserFields),
});
export type MassCreationPartRecord = z.infer<typeof MassCreationPartRecord>;

/** What became of a user of a list. */
export const MassCreationRowRecord = MassCreationRow.pick({ row: true, reason: true }).extend({
  massCreation: z.string(),
  state: MassCreationRow.shape.state.exclude(['open']),
  attempt: z.number().int(),
  /** The user, if it exists. */
  UserKey: z.string().optional(),
  /** When a worker took on the mail. */
  claimedAt: Instant.optional(),
});
export type MassCreationRowRecord = z.infer<typeof MassCreationRowRecord>;
