/** The tabs of the support screen, as the address names them [P3-R45]. */
export const SUPPORT_TABS = [
  { id: 'ticketTracker', label: 'Ticket tracker' },
  { id: 'Videos', label: 'Videos' },
  { id: 'FAQ', label: 'FAQ' },
] as const;
export type SupportTab = (typeof SUPPORT_TABS)[number]['id'];

/** The tab that the address names. What is no tab counts as absent. */
export const supportTab = (named: string | null): SupportTab =>
  SUPPORT_TABS.find(({ id }) => id === named)?.id ?? 'ticketTracker';
