import { describe, expect, it } from 'vitest';
import type { SavedReport } from '#core/saved-reports/saved-report.ts';
import { savedWords } from '#web/features/saved-reports/mail-words.ts';

const ann = { UserKey: 'ann', fullName: 'Ann Lee' };
const bob = { UserKey: 'bob', fullName: 'Bob Ray' };
const cleo = { UserKey: 'cleo', fullName: 'Cleo Fox' };

function report(recipients: readonly (typeof ann)[], active = true): SavedReport {
  return { name: 'Late units', mail: { active, recipients } } as unknown as SavedReport;
}
const before = report([ann, bob, cleo]).mail;

describe('a saved mail', () => {
  it('is sent, or only saved while it is switched off', () => {
    expect(savedWords(report([ann]), ['ann'], undefined)).toBe('Late units is sent by mail');
    expect(savedWords(report([ann], false), ['ann'], undefined)).toBe('The mail of Late units is saved');
  });

  it('says who left it while it was being edited', () => {
    expect(savedWords(report([ann]), ['ann', 'bob'], before)).toBe(
      'Late units is sent by mail, without Bob Ray, who left it meanwhile',
    );
    expect(savedWords(report([ann]), ['ann', 'bob', 'cleo'], before)).toBe(
      'Late units is sent by mail, without Bob Ray and Cleo Fox, who left it meanwhile',
    );
  });

  it('does not name those whom its owner took off', () => {
    expect(savedWords(report([ann]), ['ann'], before)).toBe('Late units is sent by mail');
  });
});
