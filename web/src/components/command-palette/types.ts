import type { ReactNode } from 'react';

/** One action of the palette: go to `href`, or call `run`. */
export type Command = {
  /** Unique among all groups; recent commands are stored by it. */
  id: string;
  label: string;
  /** Shown beside the label: where it leads, or its state. */
  hint?: string;
  keywords?: readonly string[];
  icon?: ReactNode;
  /** Keys that do the same elsewhere: `['g', 'u']`. */
  shortcut?: readonly string[];
} & ({ href: string; run?: never } | { run: () => void; href?: never });

/** A named group of commands: known from the start, or searched as the person types. */
export interface CommandGroup {
  id: string;
  label: string;
  commands?: readonly Command[];
  /** The known commands show only for a query, because they are many. */
  onlyAsked?: true;
  /** Answers a query of at least `minimumQuery` characters. Its commands are shown unfiltered. */
  search?: (query: string, signal: AbortSignal) => Promise<readonly Command[]>;
  /** 2 when omitted. */
  minimumQuery?: number;
}
