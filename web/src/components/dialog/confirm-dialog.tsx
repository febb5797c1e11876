import { Button, Checkbox, Flex, Text } from '@chakra-ui/react';
import { type RefObject, useRef, useState } from 'react';
import { DisabledReason } from '../tooltip/disabled-reason.tsx';
import { allAcknowledged, type ConfirmRequest, looksDangerous } from './confirm-request.ts';
import { Dialog } from './dialog.tsx';

export interface ConfirmDialogProps {
  request: ConfirmRequest;
  open: boolean;
  /** `silence` is true if the person ticked "don't show again". */
  onAnswer: (confirmed: boolean, silence: boolean) => void;
}

/** Asks before an action: shows its object and consequence, and waits for every acknowledgement. */
export function ConfirmDialog({ request, open, onAnswer }: ConfirmDialogProps) {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [silence, setSilence] = useState(false);
  const [cancel, act] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)];
  const firstTick = useRef<HTMLInputElement>(null);
  const { acknowledgements = [] } = request;
  const isDangerous = looksDangerous(request);

  const tick = (index: number, on: boolean) => {
    const next = new Set(ticked);
    if (on) next.add(index);
    else next.delete(index);
    setTicked(next);
  };
  const missing = allAcknowledged(request, ticked) ? undefined : 'Tick every point above first';

  return (
    <Dialog
      open={open}
      onClose={() => onAnswer(false, false)}
      title={request.title}
      role="alertdialog"
      // An alert dialog would begin at its cross.
      initialFocus={acknowledgements.length > 0 ? firstTick : isDangerous ? cancel : act}
      footer={
        <>
          <Button ref={cancel} variant="outline" onClick={() => onAnswer(false, false)}>
            {request.cancelLabel ?? 'Cancel'}
          </Button>
          <DisabledReason reason={missing}>
            <Button ref={act} colorPalette={isDangerous ? 'danger' : 'accent'} onClick={() => onAnswer(true, silence)}>
              {request.actionLabel}
            </Button>
          </DisabledReason>
        </>
      }
    >
      {request.consequence && (
        <Text as="div" color="fg.muted" textWrap="pretty">
          {request.consequence}
        </Text>
      )}
      {acknowledgements.length > 0 && (
        <Flex
          role="group"
          aria-label="Consequences"
          direction="column"
          gap="3"
          mt="4"
          p="3"
          borderRadius="l2"
          bg="bg.subtle"
          borderWidth="1px"
          borderColor="border"
        >
          {acknowledgements.map((sentence, index) => (
            <Tick
              key={sentence}
              label={sentence}
              checked={ticked.has(index)}
              onChange={(on) => tick(index, on)}
              {...(index === 0 && { inputRef: firstTick })}
            />
          ))}
        </Flex>
      )}
      {request.silenceKey && (
        <Flex mt="4">
          <Tick label="Don't show again" checked={silence} onChange={setSilence} />
        </Flex>
      )}
    </Dialog>
  );
}

interface TickProps {
  label: string;
  checked: boolean;
  onChange: (on: boolean) => void;
  inputRef?: RefObject<HTMLInputElement | null>;
}

function Tick({ label, checked, onChange, inputRef }: TickProps) {
  return (
    <Checkbox.Root
      checked={checked}
      onCheckedChange={(details) => onChange(details.checked === true)}
      alignItems="flex-start"
      gap="2.5"
    >
      <Checkbox.HiddenInput ref={inputRef} />
      <Checkbox.Control mt="0.5" />
      <Checkbox.Label fontWeight="400" textWrap="pretty">
        {label}
      </Checkbox.Label>
    </Checkbox.Root>
  );
}
