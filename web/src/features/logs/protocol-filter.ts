import { MESSAGE_TYPES, type MessageType, PARTIES, type Party } from '#core/logs/protocol-entry.ts';
import { hasParty, PARTY_REQUIRED, TYPE_REQUIRED } from '#core/logs/protocol-filter.ts';

/** Which messages a protocol log shows. */
export interface ShownFilter {
  origins: readonly Party[];
  destinations: readonly Party[];
  messageTypes: readonly MessageType[];
  fieldText: string;
}

export const EVERYTHING: ShownFilter = {
  origins: PARTIES,
  destinations: PARTIES,
  messageTypes: MESSAGE_TYPES,
  fieldText: '',
};

/** Why a filter is refused; undefined if it is not. */
export function filterProblem(filter: ShownFilter): string | undefined {
  if (!hasParty(filter)) return PARTY_REQUIRED;
  return filter.messageTypes.length === 0 ? TYPE_REQUIRED : undefined;
}

/** A choice of everything is no parameter; a choice of nothing is this word. */
const NOTHING = 'none';

const chosenIn = <Value extends string>(all: readonly Value[], text: string | null): readonly Value[] =>
  text === null ? all : all.filter((value) => text.split(',').includes(value));

const textOf = (all: readonly string[], chosen: readonly string[]) =>
  chosen.length === all.length ? undefined : chosen.join(',') || NOTHING;

/** The filter in an address; everything if what it names is refused. */
export function filterIn(parameters: URLSearchParams): ShownFilter {
  const filter = {
    origins: chosenIn(PARTIES, parameters.get('origins')),
    destinations: chosenIn(PARTIES, parameters.get('destinations')),
    messageTypes: chosenIn(MESSAGE_TYPES, parameters.get('types')),
    fieldText: parameters.get('field') ?? '',
  };
  return filterProblem(filter) ? EVERYTHING : filter;
}

/** The parameters of the address for a filter. */
export const filterParameters = ({ origins, destinations, messageTypes, fieldText }: ShownFilter) => ({
  origins: textOf(PARTIES, origins),
  destinations: textOf(PARTIES, destinations),
  types: textOf(MESSAGE_TYPES, messageTypes),
  field: fieldText.trim() || undefined,
});

export const isFiltered = (filter: ShownFilter) => Object.values(filterParameters(filter)).some(Boolean);

/** The filter as the server takes it. All types are no choice of types, so that a type of a later version is shown. */
export const filterInput = ({ origins, destinations, messageTypes, fieldText }: ShownFilter) => ({
  origins: [...origins],
  destinations: [...destinations],
  ...(messageTypes.length < MESSAGE_TYPES.length && { messageTypes: [...messageTypes] }),
  ...(fieldText && { fieldText }),
});
