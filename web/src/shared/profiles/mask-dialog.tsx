import { Button, chakra, Flex, SimpleGrid } from '@chakra-ui/react';
import { useState } from 'react';
import { decodeMask, encodeMask, type MaskLayout } from '#core/profiles/masks/mask.ts';
import { Dialog, DialogCancel } from '#web/components/dialog/dialog.tsx';
import { CheckboxField } from '#web/components/form/toggle-fields.tsx';
import { Unsaved } from '#web/components/unsaved/unsaved.tsx';

interface MaskDialogProps {
  title: string;
  layout: MaskLayout;
  mask: string;
  onChange: (mask: string) => void;
  onClose: () => void;
}

/** Edits a mask as a list of what it switches on. */
export function MaskDialog({ title, layout, mask, onChange, onClose }: MaskDialogProps) {
  const [edited, setEdited] = useState(mask);
  const bits = decodeMask(layout, edited);
  const turn = (isMeant: (bit: number) => boolean, on: boolean) =>
    setEdited(
      encodeMask(
        layout,
        bits.map((bit) => (bit.isUsed && isMeant(bit.bit) ? { ...bit, on } : bit)),
      ),
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="md"
      description={
        <>
          Stored as <chakra.span textStyle="identifier">{edited}</chakra.span>
        </>
      }
      footer={
        <>
          <DialogCancel />
          <Button onClick={() => onChange(edited)}>Use these</Button>
        </>
      }
    >
      <Unsaved when={edited !== mask} />
      <Flex gap="2" mb="3">
        <Button size="xs" variant="outline" onClick={() => turn(() => true, true)}>
          All on
        </Button>
        <Button size="xs" variant="outline" onClick={() => turn(() => true, false)}>
          All off
        </Button>
      </Flex>
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="2">
        {bits
          .filter(({ isUsed, on }) => isUsed || on)
          .map(({ bit, name, on, isUsed }) => (
            <CheckboxField
              key={bit}
              name={`bit-${bit}`}
              label={name}
              value={on}
              onChange={(next) => turn((one) => one === bit, next)}
              {...(!isUsed && { disabledReason: 'This firmware does not use it' })}
            />
          ))}
      </SimpleGrid>
    </Dialog>
  );
}
