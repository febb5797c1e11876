import { Box, Button, Dialog as ChakraDialog, CloseButton, Portal } from '@chakra-ui/react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { DialogWork, type UnsavedScope } from '../unsaved/unsaved-work.ts';
import { useAskToDiscard } from '../unsaved/use-ask-to-discard.ts';
import { useOpenList } from './use-open-list.ts';

export interface DialogProps {
  open: boolean;
  /** Called on Escape, the cross, Cancel or a click outside; with unsaved work, only after the person chose to discard it. */
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** What people should read before they press a button. It stays in sight above the buttons. */
  note?: ReactNode;
  /** Buttons; the one that confirms comes last. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** `alertdialog` needs an answer: a click outside does not close it. */
  role?: 'dialog' | 'alertdialog';
  /** False while a running action must not be interrupted. */
  closable?: boolean;
  /** Gets the focus on opening; the first field or button when omitted. */
  initialFocus?: RefObject<HTMLElement | null>;
}

/**
 * A modal dialog; on a phone it rises from the bottom edge. Escape and a click outside close an open list first, then the dialog.
 * A form in it with unsaved changes asks before it is dropped.
 */
export function Dialog(props: DialogProps) {
  const {
    open,
    onClose,
    title,
    description,
    children,
    note,
    footer,
    size = 'sm',
    role = 'dialog',
    closable = true,
  } = props;
  const [work] = useState<UnsavedScope>(() => new Set());
  const close = useAskToDiscard(work, onClose);
  const content = useRef<HTMLDivElement>(null);
  const list = useOpenList(content, open);
  return (
    <ChakraDialog.Root
      open={open}
      onOpenChange={(details) => !details.open && void close()}
      onEscapeKeyDown={(event) => list.isOpen() && event.preventDefault()}
      onPointerDownOutside={(event) => list.wasOpenAtPress() && event.preventDefault()}
      role={role}
      size={size}
      placement={{ base: 'bottom', md: 'center' }}
      scrollBehavior="inside"
      closeOnEscape={closable}
      closeOnInteractOutside={closable && role === 'dialog'}
      initialFocusEl={props.initialFocus ? () => props.initialFocus?.current ?? null : undefined}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <ChakraDialog.Backdrop />
        <ChakraDialog.Positioner>
          <ChakraDialog.Content ref={content} css={CONTENT}>
            <ChakraDialog.Header px="5" pt="4" pb="2" pe="12" display="block" flexShrink="0">
              <ChakraDialog.Title>{title}</ChakraDialog.Title>
              {description && <ChakraDialog.Description mt="1">{description}</ChakraDialog.Description>}
            </ChakraDialog.Header>
            <ChakraDialog.Body px="5" pt="1" pb="5">
              <DialogWork value={work}>{children}</DialogWork>
            </ChakraDialog.Body>
            {note && (
              <Box px="5" py="2" borderTopWidth="1px" bg="bg.subtle" flexShrink="0">
                {note}
              </Box>
            )}
            {footer && (
              <ChakraDialog.Footer
                px="5"
                py="3"
                gap="2"
                flexWrap="wrap"
                borderTopWidth="1px"
                borderColor="border"
                css={FOOTER}
              >
                {footer}
              </ChakraDialog.Footer>
            )}
            {closable && (
              <ChakraDialog.CloseTrigger asChild>
                <CloseButton size="sm" variant="ghost" aria-label="Close" />
              </ChakraDialog.CloseTrigger>
            )}
          </ChakraDialog.Content>
        </ChakraDialog.Positioner>
      </Portal>
    </ChakraDialog.Root>
  );
}

/** Closes its dialog as Escape does. */
export const DialogCancel = ({ children = 'Cancel' }: { children?: ReactNode }) => (
  <ChakraDialog.ActionTrigger asChild>
    <Button variant="outline">{children}</Button>
  </ChakraDialog.ActionTrigger>
);

const PHONE = '@media (max-width: 47.99rem)';

const CONTENT = {
  [PHONE]: {
    maxWidth: '100%',
    maxHeight: 'calc(100dvh - 2.5rem)',
    margin: '0',
    borderBottomRadius: '0',
    borderTopRadius: '12px',
  },
};

const FOOTER = {
  // Labels with names can be longer than the dialog is wide.
  '& > button': { maxWidth: '100%', height: 'auto', minHeight: '9', paddingBlock: '1', whiteSpace: 'normal' },
  [PHONE]: {
    paddingBottom: 'calc(0.75rem + env(safe-area-inset-bottom))',
    '& > button': { flex: 1, minWidth: 'fit-content' },
  },
};
