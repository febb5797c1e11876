import { lazy, Suspense, useEffect, useState } from 'react';
import { store, type ToastTone } from './toast-store.ts';

export interface ToastContent {
  title: string;
  description?: string;
  /** Milliseconds on screen; the timer pauses on hover and while the tab is hidden. */
  duration: number;
  action?: { label: string; run: () => void };
}

let mounted: () => void;
/** A screen can begin with a toast, before anything hears of new ones. */
const isMounted = new Promise<void>((resolve) => {
  mounted = resolve;
});

/** A message that was shown. Messages with the same words share a toast. */
export interface ShownMessage {
  id: string;
}

const messagesOf = new Map<string, Set<ShownMessage>>();

/** Shows a message as a toast. A toast with the same words restarts the timer of the first. */
function show(tone: ToastTone, { title, description, duration, action }: ToastContent): ShownMessage {
  const id = [tone, title, description].join('|');
  const message = { id };
  messagesOf.set(id, new Set(store.isVisible(id) ? messagesOf.get(id) : []).add(message));
  const options = {
    id,
    title,
    description,
    duration,
    // Screen readers speak errors at once, other toasts when idle.
    type: tone === 'danger' ? 'error' : tone === 'warning' ? 'warning' : 'info',
    action: action && { label: action.label, onClick: action.run },
    meta: { tone },
  };
  void isMounted.then(() => {
    if (store.isVisible(id)) store.update(id, options);
    else store.create(options);
  });
  return message;
}

export const toastSuccess = (content: ToastContent) => show('ok', content);
export const toastNotice = (content: ToastContent) => show('notice', content);
export const toastWarning = (content: ToastContent) => show('warning', content);
export const toastFailure = (content: ToastContent) => show('danger', content);

/** Withdraws a message. Its toast stays while another message has the same words. */
export function withdrawMessage(message: ShownMessage) {
  const messages = messagesOf.get(message.id);
  if (messages?.delete(message) && messages.size === 0) store.dismiss(message.id);
}

/** Removes all toasts at once. What they offer, for example `Undo`, is only for the user who got them. */
export const removeToasts = () => store.remove();

const ToastList = lazy(async () => ({ default: (await loadList()).ToastList }));
const RETRY_MS = 5_000;
/** The first screen does not wait for the code. A toast does, so a load that failed is tried again. */
const loadList = (): Promise<typeof import('./toast-list.tsx')> =>
  import('./toast-list.tsx').catch(() => new Promise((resolve) => setTimeout(() => resolve(loadList()), RETRY_MS)));

/** Shows the toasts; mounted once. */
export function Toasts() {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (ready) mounted();
  }, [ready]);
  return (
    <Suspense>
      <ToastList onReady={() => setReady(true)} />
    </Suspense>
  );
}
