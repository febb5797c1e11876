import type { LucideIcon } from 'lucide-react';

/** One thing that can be done, for menus and bars: go to `href` or call `run`. */
export interface ActionItem {
  id: string;
  /** A verb and what it acts on: `Export the list`. */
  label: string;
  icon?: LucideIcon;
  tone?: 'danger';
  /** Why it cannot be done now; it then shows disabled, with this reason. */
  disabledReason?: string;
  run?: () => void;
  href?: string;
  /** Begins a new group: a line stands above it. */
  startsGroup?: boolean;
}
