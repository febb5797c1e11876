import { createElement, useState } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { useDraft } from '#web/features/units/unit-page/configuration/use-draft.ts';

interface Content {
  fallAlert: boolean;
  volume: number;
}
type Draft = ReturnType<typeof useDraft<Content>>;
interface Step {
  loaded: Content;
  act?: (draft: Draft) => void;
}

const merge = (base: Content, mine: Content, theirs: Content): Content => ({
  fallAlert: mine.fallAlert === base.fallAlert ? theirs.fallAlert : mine.fallAlert,
  volume: mine.volume === base.volume ? theirs.volume : mine.volume,
});

/** Goes on to the next step with each drawing. */
function Steps({ steps, onDrawn }: { steps: readonly Step[]; onDrawn: (draft: Draft) => void }) {
  const [at, setAt] = useState(0);
  const { loaded, act } = steps[at]!;
  const draft = useDraft(loaded, merge);
  onDrawn(draft);
  act?.(draft);
  if (at < steps.length - 1) setAt(at + 1);
  return null;
}

function draftAfter(...steps: Step[]): Draft {
  let last: Draft | undefined;
  const onDrawn = (draft: Draft) => {
    last = draft;
  };
  // What is loaded is taken in before the person acts, and what they did before the next step.
  const drawn = steps.flatMap(({ loaded, act }) => [{ loaded }, { loaded, ...(act && { act }) }, { loaded }]);
  renderToString(createElement(Steps, { steps: drawn, onDrawn }));
  return last!;
}

describe('an edited copy', () => {
  const before = { fallAlert: false, volume: 3 };
  const after = { ...before, volume: 7 };
  const toggle = (fallAlert: boolean) => (draft: Draft) => draft.change({ fallAlert });

  it('stays while others save, and says what they saved', () =>
    expect(draftAfter({ loaded: before, act: toggle(true) }, { loaded: after })).toMatchObject({
      content: { fallAlert: true, volume: 3 },
      newer: after,
    }));

  it('follows what others saved once the own change is taken back by hand', () =>
    expect(draftAfter({ loaded: before, act: toggle(true) }, { loaded: after, act: toggle(false) })).toMatchObject({
      ...{ base: after, content: after, edited: false, newer: undefined },
    }));

  it('keeps what was saved until it is loaded', () =>
    expect(
      draftAfter({ loaded: before, act: toggle(true) }, { loaded: before, act: (draft) => draft.saved(after) }),
    ).toMatchObject({
      ...{ content: after, edited: false },
    }));
});
