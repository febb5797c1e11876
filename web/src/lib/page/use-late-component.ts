import { type ComponentType, useState } from 'react';
import { showFailure } from '../messages/show.ts';

/**
 * A component that few people use, so that the first screen does not wait for it. The second value loads it and then runs `done`. A failure
 * is shown, and the next try loads it again.
 */
export function useLateComponent<P>(
  load: () => Promise<ComponentType<P>>,
): [component: ComponentType<P> | undefined, loadIt: (done?: () => void) => Promise<void>] {
  const [component, setComponent] = useState<ComponentType<P>>();
  async function loadIt(done?: () => void) {
    try {
      const loaded = await load();
      setComponent(() => loaded);
      done?.();
    } catch (error) {
      showFailure(error);
    }
  }
  return [component, loadIt];
}
