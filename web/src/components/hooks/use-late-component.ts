import { type ComponentType, useState } from 'react';
import { toastFailure } from '../messages/toaster.tsx';

const FAILURE = {
  title: 'This part of the portal could not be loaded',
  description: 'Check the connection and try again.',
  duration: 10_000,
};

/**
 * A component that few people use, so that the first screen does not wait for it. The second value loads it, runs `done` and returns true. A
 * failure is shown, and the next try loads it again.
 */
export function useLateComponent<P>(
  load: () => Promise<ComponentType<P>>,
): [component: ComponentType<P> | undefined, loadIt: (done?: () => void) => Promise<boolean>] {
  const [component, setComponent] = useState<ComponentType<P>>();
  async function loadIt(done?: () => void) {
    try {
      const loaded = await load();
      setComponent(() => loaded);
      done?.();
      return true;
    } catch {
      toastFailure(FAILURE);
      return false;
    }
  }
  return [component, loadIt];
}
