/** The sections of the side navigation (portal-3 section 2), in their order. Screens without a section are above them. */
export const SECTIONS = [
  'Administration',
  'Reports',
  'Maintenance Reports',
  'Dev Tools',
  'Orders',
  'IMPRA tools',
] as const;
export type Section = (typeof SECTIONS)[number];
