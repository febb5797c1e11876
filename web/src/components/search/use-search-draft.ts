import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useStable } from '../hooks/use-stable.ts';

const TYPING_PAUSE_MS = 500;

interface SearchDraftOptions {
  /** The text that is searched for. */
  text: string;
  /** Neither a text nor a filter is set. */
  isEmpty: boolean;
  /** Called half a second after the last key, with the text without blanks around it. */
  onSearch: (text: string) => void;
  /** False for a draft that is not a text to search for. */
  isText?: (draft: string) => boolean;
}

/** The draft of a search field. Every list searches while its user types; a search that is set or cleared elsewhere wins. */
export function useSearchDraft({ text, isEmpty, onSearch, isText = () => true }: SearchDraftOptions) {
  const [draft, setDraft] = useState(text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The last search: this field's own, or one from elsewhere. */
  const last = useRef({ text, isEmpty });
  const search = useStable(onSearch);
  const cancel = () => clearTimeout(timer.current);
  const replace = (next: string) => {
    cancel();
    setDraft(next);
  };

  // The field's own search leaves the draft alone, because its user types on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: replaces the draft only when the search changes
  useLayoutEffect(() => {
    const isCleared = isEmpty && !last.current.isEmpty;
    const isOther = text !== last.current.text;
    last.current = { text, isEmpty };
    if (isCleared || isOther) replace(text);
  }, [text, isEmpty]);
  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    draft,
    /** Changes the draft and searches after a pause. */
    type: (next: string) => {
      replace(next);
      const wanted = next.trim();
      if (wanted === last.current.text || !isText(next)) return;
      timer.current = setTimeout(() => search(wanted), TYPING_PAUSE_MS);
    },
    /** Changes the draft without a search. */
    replace,
    /** To be called with each search of the field's own, before it is sent. */
    note: (searched: { text: string; isEmpty: boolean }) => {
      cancel();
      last.current = searched;
    },
  };
}
