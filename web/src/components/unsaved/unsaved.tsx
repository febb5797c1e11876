import { useUnsaved } from './unsaved-work.ts';

/** Marks the work of a dialog without a form as unsaved; a child of the dialog. */
export function Unsaved({ when }: { when: boolean }) {
  useUnsaved(when);
  return null;
}
