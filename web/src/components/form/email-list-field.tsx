import { Box, Input } from '@chakra-ui/react';
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { announce } from '../messages/announce.ts';
import { CHIP_FIELD, Chip } from '../status/chip.tsx';
import { lossOfFields, useUnsaved } from '../unsaved/unsaved-work.ts';
import { addEmails, looksLikeEmail } from './email-list.ts';
import type { FieldProps } from './field-binding.ts';
import { FormField, lookOf } from './form-field.tsx';

/** E-mail addresses, typed or pasted; each becomes a chip. */
export function EmailListField(props: FieldProps<readonly string[], string[]> & { placeholder?: string }) {
  const { name, value, onChange, onBlur, disabledReason } = props;
  const list = value ?? [];
  const [draft, setDraft] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useUnsaved(draft.trim() !== '', () => lossOfFields([props.label]));

  const take = (typed: string) => {
    setDraft('');
    if (typed.trim()) onChange(addEmails(list, typed));
  };
  const remove = (email: string) => {
    onChange(list.filter((other) => other !== email));
    announce(`Removed ${email}`);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const ends = ['Enter', ',', ';', ' '].includes(event.key);
    if (ends && draft.trim()) {
      event.preventDefault();
      take(draft);
    } else if (ends && event.key !== 'Enter') {
      event.preventDefault();
    } else if (event.key === 'Backspace' && draft === '' && list.length > 0) {
      event.preventDefault();
      setDraft(list.at(-1)!);
      onChange(list.slice(0, -1));
    }
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    if (!/[\s,;<]/.test(text.trim())) return;
    event.preventDefault();
    take(`${draft} ${text}`);
  };

  return (
    <FormField {...lookOf(props)}>
      <Box css={CHIP_FIELD} data-invalid={props.error ? '' : undefined} data-disabled={disabledReason ? '' : undefined}>
        {list.map((email) => (
          <Chip
            key={email}
            invalid={!looksLikeEmail(email)}
            onRemove={disabledReason ? undefined : () => remove(email)}
            removeLabel={`Remove ${email}`}
          >
            {email}
          </Chip>
        ))}
        <Input
          unstyled
          flex="1"
          minW="10rem"
          h="6"
          px="1"
          outline="0"
          bg="transparent"
          ref={input}
          name={name}
          type="email"
          inputMode="email"
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onBlur={() => {
            take(draft);
            onBlur?.();
          }}
          placeholder={list.length === 0 ? (props.placeholder ?? 'name@example.com') : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Box>
    </FormField>
  );
}
