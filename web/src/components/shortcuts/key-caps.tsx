import { Kbd, VisuallyHidden } from '@chakra-ui/react';
import { Fragment } from 'react';
import { keyCaps, stepsOf } from './keys.ts';
import { isApple } from './shortcut-store.ts';

/** A shortcut as key caps: `g` then `u`, `⌘ K`. */
export function KeyCaps({ keys }: { keys: string }) {
  const apple = isApple();
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 4, whiteSpace: 'nowrap' }}>
      {stepsOf(keys).map((step, index) => (
        <Fragment key={`${step}-${index === 0 ? 'first' : index}`}>
          {index > 0 && <VisuallyHidden> then </VisuallyHidden>}
          {keyCaps(step, apple).map((cap) => (
            <Kbd key={cap} size="sm" variant="outline">
              {cap}
            </Kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
