import { type RefObject, useEffect, useRef } from 'react';
import { OPEN_POPUP } from '../form/popup.tsx';
import { useStable } from '../hooks/use-stable.ts';

/** Whether a list is open in a dialog, now and at the last press of the pointer. */
export function useOpenList(content: RefObject<HTMLElement | null>, dialogIsOpen: boolean) {
  const atPress = useRef(false);
  const isOpen = useStable(() => content.current?.querySelector(OPEN_POPUP) != null);
  // The press takes the focus, which closes the list before the dialog learns of a click outside.
  useEffect(() => {
    if (!dialogIsOpen) return;
    const note = () => {
      atPress.current = isOpen();
    };
    document.addEventListener('pointerdown', note, true);
    return () => document.removeEventListener('pointerdown', note, true);
  }, [dialogIsOpen, isOpen]);
  return { isOpen, wasOpenAtPress: () => atPress.current };
}
