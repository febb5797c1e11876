import { chakra } from '@chakra-ui/react';
import { Check, Copy, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { announce } from '../messages/announce.ts';
import { copyText } from './copy-text.ts';

const CONFIRMATION_MS = 1500;

export interface CopyableProps {
  /** The text to copy. */
  value: string;
  /** Names the value for screen readers: `serial number`. */
  label: string;
  /** The content; the value when omitted. */
  children?: ReactNode;
  tabIndex?: number;
  /** Only the icon, for a value that is already on screen. */
  iconOnly?: boolean;
  /** Takes another line where there is no room, instead of cutting the value. */
  wraps?: boolean;
}

/** An identifier that copies on click and confirms it. */
export function Copyable({ value, label, children, tabIndex, iconOnly = false, wraps = false }: CopyableProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const copy = async () => {
    const copied = await copyText(value);
    setOutcome(copied ? 'copied' : 'failed');
    announce(copied ? `Copied ${label} ${value}` : `Could not copy ${label}`);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOutcome(undefined), CONFIRMATION_MS);
  };

  const Icon = outcome === 'copied' ? Check : outcome === 'failed' ? X : Copy;
  return (
    <CopyButton
      type="button"
      tabIndex={tabIndex}
      aria-label={`Copy ${label} ${typeof children === 'string' ? children : value}`}
      data-outcome={outcome}
      data-icon-only={iconOnly || undefined}
      data-wraps={wraps || undefined}
      onClick={(event) => {
        event.stopPropagation();
        void copy();
      }}
    >
      {!iconOnly && <span>{children ?? value}</span>}
      <Icon size={13} aria-hidden />
    </CopyButton>
  );
}

const CopyButton = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    maxW: 'full',
    // The target is 24 px; the line gives it 20 px.
    py: '0.5',
    my: '-0.5',
    verticalAlign: 'top',
    font: 'inherit',
    color: 'inherit',
    textAlign: 'inherit',
    textStyle: 'identifier',
    whiteSpace: 'nowrap',
    cursor: 'copy',
    borderRadius: 'l1',
    focusVisibleRing: 'outside',
    '&[data-icon-only]': { boxSize: '6', justifyContent: 'center', ms: '0.5' },
    '& span': { overflow: 'hidden', textOverflow: 'ellipsis' },
    '&[data-wraps]': { whiteSpace: 'normal', overflowWrap: 'anywhere' },
    '& svg': { flexShrink: 0, opacity: 0, color: 'fg.muted' },
    '&:hover svg, &:focus-visible svg, &[data-outcome] svg': { opacity: 1 },
    '&[data-outcome=copied] svg': { color: 'ok.fg' },
    '&[data-outcome=failed] svg': { color: 'danger.fg' },
    '@media (pointer: coarse)': { '& svg': { opacity: 0.7 } },
  },
});
