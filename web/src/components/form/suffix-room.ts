import type { ReactNode } from 'react';

/** The padding that keeps the typed text clear of a long suffix. */
export const roomFor = (suffix: ReactNode): string =>
  typeof suffix === 'string' && suffix.length > 2 ? `${2 - suffix.length}ch` : '0px';
