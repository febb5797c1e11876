import type { LucideIcon } from 'lucide-react';

/** An action of a menu or bar: go to `href` or call `run`. */
export interface ActionItem {
  id: string;
  /** A verb and its object: `Export the list`. */
  label: string;
  icon?: LucideIcon;
  tone?: 'danger';
  /** Why it cannot be done now; it is then disabled and shows the reason. */
  disabledReason?: string;
  run?: () => void;
  href?: string;
  /** Starts a new group, with a line above it. */
  startsGroup?: boolean;
}
