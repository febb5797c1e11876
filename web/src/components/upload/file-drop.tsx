import { chakra } from '@chakra-ui/react';
import { FileUp } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { type FileRules, formatBytes } from './file-rules.ts';

export interface FileDropProps {
  /** The expected file: `A CSV file with one unit per line`. */
  label: string;
  onFile: (file: File) => void;
  rules?: FileRules;
  disabled?: boolean;
  /** Why the last file was refused. */
  error?: string;
}

/** Takes one file, dropped or chosen. The caller decides whether to accept it. */
export function FileDrop({ label, onFile, rules = {}, disabled = false, error }: FileDropProps) {
  const [over, setOver] = useState(false);
  const depth = useRef(0);
  const id = useId();

  const onDrag = (event: DragEvent, step: 1 | -1) => {
    event.preventDefault();
    depth.current += step;
    setOver(depth.current > 0 && !disabled);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    depth.current = 0;
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file && !disabled) onFile(file);
  };
  const limits = [
    rules.accept?.join(', '),
    rules.maximumBytes !== undefined && `up to ${formatBytes(rules.maximumBytes)}`,
  ].filter(Boolean);

  return (
    <>
      <Zone
        htmlFor={id}
        data-over={over || undefined}
        data-invalid={error ? '' : undefined}
        data-disabled={disabled || undefined}
        onDragEnter={(event) => onDrag(event, 1)}
        onDragLeave={(event) => onDrag(event, -1)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={onDrop}
      >
        <chakra.input
          id={id}
          type="file"
          srOnly
          accept={rules.accept?.join(',')}
          disabled={disabled}
          aria-invalid={Boolean(error)}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => {
            const file = event.target.files?.[0];
            // The same file can be chosen again after a correction.
            event.target.value = '';
            if (file) onFile(file);
          }}
        />
        <chakra.span color="fg.muted">
          <FileUp size={22} aria-hidden />
        </chakra.span>
        <chakra.span fontWeight="600">{label}</chakra.span>
        <chakra.span color="fg.muted" textStyle="xs">
          {['Drop it here or ', <u key="choose">choose a file</u>]}
          {limits.length > 0 && ` · ${limits.join(', ')}`}
        </chakra.span>
      </Zone>
      {error && (
        <chakra.p id={`${id}-error`} role="alert" color="fg.error" textStyle="xs" mt="1.5">
          {error}
        </chakra.p>
      )}
    </>
  );
}

const Zone = chakra('label', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    textAlign: 'center',
    gap: '1',
    px: '5',
    py: '6',
    borderWidth: '1px',
    borderStyle: 'dashed',
    borderColor: 'border.emphasized',
    borderRadius: 'l2',
    bg: 'bg.subtle',
    cursor: 'pointer',
    position: 'relative',
    _hover: { bg: 'bg.muted' },
    '&:focus-within:has(:focus-visible)': {
      outlineWidth: '2px',
      outlineStyle: 'solid',
      outlineColor: 'accent.focusRing',
      outlineOffset: '2px',
    },
    '&[data-over]': { bg: 'accent.subtle', borderColor: 'accent.solid', borderStyle: 'solid' },
    '&[data-invalid]': { borderColor: 'border.error' },
    '&[data-disabled]': { opacity: 0.5, cursor: 'not-allowed' },
  },
});
