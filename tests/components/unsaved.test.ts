import { describe, expect, it } from 'vitest';
import { isLeft } from '#web/components/unsaved/leave-guard.tsx';
import { lossOf, lossOfFields } from '#web/components/unsaved/unsaved-work.ts';

describe('unsaved work', () => {
  it('is named by its fields, or said in general', () => {
    expect(lossOfFields(['Name'])).toBe('Not saved: Name.');
    expect(lossOfFields(['Name', 'Phone', 'City'])).toBe('Not saved: Name, Phone, and City.');
    expect(lossOfFields([])).toBe('What you changed here is not saved and will be lost.');
  });

  it('of several forms is said once each', () => {
    const work = (text: string) => ({ lost: () => text });
    expect(lossOf(new Set())).toBeUndefined();
    expect(lossOf(new Set([work('A.'), work('B.'), work('A.')]))).toBe('A. B.');
  });
});

describe('a page is left', () => {
  const at = (pathname: string, search = '') => ({ pathname, search });

  it('by another path, tab or unit, but not by a place on the page', () => {
    expect(isLeft(at('/a'), at('/b'))).toBe(true);
    expect(isLeft(at('/unit', '?Unit=1'), at('/unit', '?Unit=2'))).toBe(true);
    expect(isLeft(at('/unit', '?Unit=1'), at('/unit', '?Unit=1&tabIndex=1'))).toBe(true);
    expect(isLeft(at('/unit', '?Unit=1'), at('/unit', '?Unit=1'))).toBe(false);
  });
});
