import { createKeybindingsHandler } from 'tinykeys';
import { bindingsOf } from './keys.ts';

/** A keyboard shortcut of a component on screen. */
export interface Shortcut {
  /** `?`, `g u`, `mod+k`; see keys.ts. */
  keys: string;
  /** The action, for the list of shortcuts. */
  label: string;
  /** Its heading in the list; `This page` when omitted. */
  group?: string;
  /** Omitted if another component handles the keys; they are then only listed. */
  run?: () => void;
  /** Also works in text fields and dialogs. */
  inFields?: boolean;
}

interface Registration {
  shortcuts: readonly Shortcut[];
}

/** The time that the first key of a sequence waits for the second. */
const SEQUENCE_TIMEOUT_MS = 1500;

let registrations: readonly Registration[] = [];
let listed: readonly Shortcut[] = [];
let handleAnywhere = handlerFor([]);
let handleOutsideFields = handlerFor([]);
const listeners = new Set<() => void>();

export const isApple = () => /mac|iphone|ipad/i.test(navigator.platform);

function renew(next: readonly Registration[]) {
  if (registrations.length === 0 && next.length > 0) window.addEventListener('keydown', onKeyDown);
  if (registrations.length > 0 && next.length === 0) window.removeEventListener('keydown', onKeyDown);
  registrations = next;
  listed = next.flatMap(({ shortcuts }) => shortcuts);
  handleAnywhere = handlerFor(listed.filter(({ inFields }) => inFields));
  handleOutsideFields = handlerFor(listed.filter(({ inFields }) => !inFields));
  for (const listener of listeners) listener();
}

/** Adds shortcuts and returns the function that removes them. Of two with the same keys the newer one runs. */
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
  handleAnywhere(event);
  if (!isField(event.target) && !isDialogOpen()) handleOutsideFields(event);
}

/** Runs one shortcut per key press: a sequence such as `g u` goes before a shortcut for its last key. */
function handlerFor(shortcuts: readonly Shortcut[]): (event: KeyboardEvent) => void {
  const bindings = shortcuts
    .toSorted((a, b) => b.keys.length - a.keys.length)
    .flatMap(({ keys, run }) => (run ? bindingsOf(keys).map((binding) => [binding, run] as const) : []))
    .map(([binding, run]) => [
      binding,
      (event: KeyboardEvent) => {
        if (event.defaultPrevented) return;
        event.preventDefault();
        run();
      },
    ]);
  return createKeybindingsHandler(Object.fromEntries(bindings), { timeout: SEQUENCE_TIMEOUT_MS });
}
