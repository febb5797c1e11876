import type { ReactNode } from 'react';

/** One thing that the palette can do: go to `href`, or call `run`. */
export type Command = {
  /** Unique among all groups; what "recent" remembers. */
  id: string;
  label: string;
  /** Said beside the label: where it leads, or its state. */
  hint?: string;
  keywords?: readonly string[];
  icon?: ReactNode;
  /** Keys that do the same elsewhere: `['g', 'u']`. */
  shortcut?: readonly string[];
} & ({ href: string; run?: never } | { run: () => void; href?: never });

/** A named group of commands: known at once, or asked for as the person types. */
export interface CommandGroup {
  id: string;
  label: string;
  commands?: readonly Command[];
  /** Answers a query of at least `minimumQuery` characters; the answer is shown as it comes, unfiltered. */
  search?: (query: string, signal: AbortSignal) => Promise<readonly Command[]>;
  /** 2 when omitted. */
  minimumQuery?: number;
}

export interface RankedCommand {
  command: Command;
  score: number;
  positions: readonly number[];
}
