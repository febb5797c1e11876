import { AppError, type FieldIssue } from '#core/errors.ts';

interface Saving<Stored> {
  save: () => Promise<unknown>;
  readStored: () => Promise<Stored | undefined>;
  /** Throws the fields that somebody else changed too. */
  merge: (stored: Stored) => unknown;
  /** The person sees the stored values of these fields now, so the next save may replace them. */
  accept: (stored: Stored, issues: readonly FieldIssue[]) => void;
}

/**
 * Saves. If somebody else changed the same field, the form keeps what was typed and shows beside it what is stored now. Fails with those
 * issues; the next save replaces what they show, and nothing else.
 */
export async function savedOverConflicts<Stored>({ save, readStored, merge, accept }: Saving<Stored>): Promise<void> {
  try {
    await save();
  } catch (error) {
    const stored = isConflictOfFields(error) ? await readStored() : undefined;
    if (stored === undefined) throw error;
    try {
      merge(stored);
    } catch (conflict) {
      if (conflict instanceof AppError) accept(stored, conflict.issues);
      throw conflict;
    }
    // The other change was taken back meanwhile.
    await save();
  }
}

const isConflictOfFields = (error: unknown) =>
  error instanceof AppError && error.code === 'CONFLICT' && error.issues.length > 0;
