import { advance, SEQUENCE_MILLISECONDS, stepOf } from './keys.ts';

/** One keyboard shortcut of what is on screen. */
export interface Shortcut {
  /** `?`, `g u`, `mod+k`; see keys.ts. */
  keys: string;
  /** What it does, for the list of shortcuts. */
  label: string;
  /** Under which heading it is listed; `This page` when omitted. */
  group?: string;
  /** Omitted where something else listens for the keys and they only are to be listed. */
  run?: () => void;
  /** Works while a text field has the focus, too. */
  inFields?: boolean;
}

interface Registration {
  shortcuts: readonly Shortcut[];
}

let registrations: readonly Registration[] = [];
let listed: readonly Shortcut[] = [];
let pending: readonly string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

export const isApple = () => /mac|iphone|ipad/i.test(navigator.platform);

function renew(next: readonly Registration[]) {
  if (registrations.length === 0 && next.length > 0) window.addEventListener('keydown', onKeyDown);
  if (registrations.length > 0 && next.length === 0) window.removeEventListener('keydown', onKeyDown);
  registrations = next;
  listed = next.flatMap(({ shortcuts }) => shortcuts);
  for (const listener of listeners) listener();
}

/** Makes shortcuts work until the function that it returns is called. Of two with the same keys the newer one works. */
export function register(shortcuts: readonly Shortcut[]): () => void {
  const registration = { shortcuts };
  renew([...registrations, registration]);
  return () => renew(registrations.filter((other) => other !== registration));
}

export const allShortcuts = () => listed;

export function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select, input:not([type=checkbox], [type=radio], [type=button])'));

const isDialogOpen = () =>
  document.querySelector('[role=dialog][data-state=open], [role=alertdialog][data-state=open]') !== null;

function onKeyDown(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing) return;
  const step = stepOf(event, isApple());
  if (!step) return;
  const quiet = isField(event.target) || isDialogOpen();
  const active = listed.filter((shortcut) => shortcut.run && (!quiet || shortcut.inFields));
  const result = advance(
    active.map(({ keys }) => keys),
    pending,
    step,
  );
  clearTimeout(timer);
  pending = result.pending;
  if (pending.length > 0) {
    timer = setTimeout(() => {
      pending = [];
    }, SEQUENCE_MILLISECONDS);
  }
  if (!result.fired) return;
  event.preventDefault();
  active.findLast(({ keys }) => keys === result.fired)?.run?.();
}
