import { chakra } from '@chakra-ui/react';
import { ListFilter, Search } from 'lucide-react';
import { OptionList } from '../form/option-list.tsx';
import type { useListbox } from '../form/use-listbox.ts';
import type { Suggestion } from './query.ts';

export const suggestionKey = (suggestion: Suggestion) =>
  suggestion.kind === 'text'
    ? 'text'
    : `${suggestion.filter.id}=${suggestion.kind === 'value' ? suggestion.value : ''}`;

/** A suggestion under the bar: the text itself, a filter, or a filter with its value. */
export function SuggestionOption({
  suggestion,
  ...option
}: { suggestion: Suggestion } & ReturnType<ReturnType<typeof useListbox>['optionProps']>) {
  if (suggestion.kind === 'text') {
    return (
      <OptionList.Option {...option} icon={<Search size={15} aria-hidden />}>
        {'Search for '}
        <chakra.strong fontWeight="600">{suggestion.text}</chakra.strong>
      </OptionList.Option>
    );
  }
  const { filter } = suggestion;
  if (suggestion.kind === 'filter') {
    return (
      <OptionList.Option {...option} icon={<ListFilter size={15} aria-hidden />} hint={filter.hint}>
        {filter.label}
      </OptionList.Option>
    );
  }
  return (
    <OptionList.Option {...option} icon={<ListFilter size={15} aria-hidden />}>
      <chakra.span color="fg.muted">{`${filter.label}: `}</chakra.span>
      {suggestion.label}
    </OptionList.Option>
  );
}
