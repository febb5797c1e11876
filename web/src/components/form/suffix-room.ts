import type { ReactNode } from 'react';

/** The offset that keeps what is typed clear of a suffix of several letters. */
export const roomFor = (suffix: ReactNode): string =>
  typeof suffix === 'string' && suffix.length > 2 ? `${2 - suffix.length}ch` : '0px';
