/** The length of the text with which the search for the unit of a protocol log starts by itself [P3-V16, P3-V17]. */
export const SEARCH_LENGTH = { tcp: 6, mpers: 16 } as const;
export type ProtocolLogKind = keyof typeof SEARCH_LENGTH;

/** True if the text that a person enters is long enough to search for its unit without being asked to. */
export const startsSearch = (kind: ProtocolLogKind, text: string) => text.trim().length >= SEARCH_LENGTH[kind];

/** True if a text can be searched for: also an IMEI without the version of the software, as the portal shows it. */
export const isSearchable = (kind: ProtocolLogKind, text: string) =>
  startsSearch(kind, text) || (kind === 'mpers' && /^\d{15}$/.test(text.trim()));
