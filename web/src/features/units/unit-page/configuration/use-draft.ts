import { useState } from 'react';
import { isEqual } from '#core/is-equal.ts';

/**
 * What was loaded, and as it is edited. While nothing is edited, it follows what is loaded later. Otherwise the edited copy stays, and `newer` is
 * what others saved since. What `isSame` calls the same as the base is no news: the edited copy continues on it.
 */
export function useDraft<Content extends object>(
  loaded: Content,
  merge: (base: Content, mine: Content, theirs: Content) => Content,
  isSame: (one: Content, other: Content) => boolean = isEqual,
) {
  const [base, setBase] = useState(loaded);
  const [content, setContent] = useState(loaded);
  const [seen, setSeen] = useState(loaded);
  const [newer, setNewer] = useState<Content>();
  const edited = !isEqual(base, content);
  const continueOn = (next: Content, mine = next) => {
    setBase(next);
    setContent(mine);
    setNewer(undefined);
  };
  if (!isEqual(seen, loaded)) {
    setSeen(loaded);
    if (!edited) continueOn(loaded);
    else if (isSame(base, loaded)) continueOn(loaded, merge(base, content, loaded));
    else setNewer(loaded);
  } else if (newer && !edited) continueOn(newer);
  return {
    base,
    content,
    edited,
    newer: edited ? newer : undefined,
    change: (part: Partial<Content>) => setContent((was) => ({ ...was, ...part })),
    discard: () => continueOn(loaded),
    saved: (next: Content) => continueOn(next),
    /** Applies the own changes to what others saved. */
    merge: () => continueOn(loaded, merge(base, content, loaded)),
  };
}
