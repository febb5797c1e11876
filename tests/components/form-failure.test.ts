import { describe, expect, it, vi } from 'vitest';
import { AppError } from '#core/errors.ts';
import { failureOf } from '#web/components/form/use-form.ts';
import { showFailure, showFailureUnder } from '#web/lib/messages/show.ts';

vi.mock('#web/components/messages/toaster.tsx', () => ({ toastFailure: vi.fn(), toastWarning: vi.fn() }));

const FIELDS = ['name'];
const nameTaken = [{ path: 'name', message: 'The name is taken' }];

describe('a failed submit', () => {
  it.each(['CONFLICT', 'NOT_FOUND', 'FORBIDDEN', 'TOO_MANY', 'INTERNAL', 'UNAVAILABLE'] as const)(
    'shows once: the form does not repeat a toast (%s)',
    (code) => {
      for (const show of [showFailure, (error: unknown) => showFailureUnder('Could not save', error)]) {
        const error = new AppError(code, 'The dealer changed meanwhile');
        show(error);
        expect(failureOf(error, FIELDS)).toEqual({ issues: {}, failure: undefined });
        const ofField = new AppError(code, 'The name is taken', nameTaken);
        show(ofField);
        expect(failureOf(ofField, FIELDS)).toEqual({ issues: { name: 'The name is taken' }, failure: undefined });
      }
    },
  );

  it('shows in the form if no toast shows it: on its fields, or below them', () => {
    expect(failureOf(new AppError('INVALID', 'Invalid', nameTaken), FIELDS)).toEqual({
      issues: { name: 'The name is taken' },
      failure: undefined,
    });
    const elsewhere = new AppError('INVALID', 'Invalid', [{ path: 'other', message: 'Somewhere else' }]);
    expect(failureOf(elsewhere, FIELDS)).toEqual({ issues: {}, failure: 'Somewhere else' });
    expect(failureOf(new AppError('CONFLICT', 'It changed'), FIELDS)).toEqual({ issues: {}, failure: 'It changed' });
    expect(failureOf(new Error('internal detail'), FIELDS).failure).not.toContain('internal detail');
  });

  it('that has no toast, because the login shows it, is not taken for shown', () => {
    const error = new AppError('UNAUTHENTICATED', 'Please sign in');
    showFailure(error);
    expect(failureOf(error, FIELDS).failure).toBe('Please sign in');
  });
});
