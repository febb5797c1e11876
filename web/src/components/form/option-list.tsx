import { Box, chakra } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Popup } from './popup.tsx';

export interface OptionListProps {
  id: string;
  label: string;
  /** Shown in place of options. */
  empty?: string;
  children?: ReactNode;
}

/** The list under a combobox. */
export const OptionPopup = (props: OptionListProps) => (
  <Popup>
    <OptionList {...props} />
  </Popup>
);

/** The same list in the flow of the page. */
export function OptionList({ id, label, empty, children }: OptionListProps) {
  if (empty) {
    return (
      <Box px="2" py="1.5" color="fg.muted" role="status">
        {empty}
      </Box>
    );
  }
  return (
    <div role="listbox" id={id} aria-label={label}>
      {children}
    </div>
  );
}

interface OptionProps extends ComponentProps<typeof OptionRow> {
  checked?: boolean;
  hint?: ReactNode;
  icon?: ReactNode;
}

const CUT_OFF = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/** An option without a hint is shown whole: names of profiles differ at their end. */
function Option({ checked, hint, icon, children, ...rest }: OptionProps) {
  return (
    <OptionRow {...rest}>
      {icon}
      <chakra.span flex="1" minW="0" {...(hint ? CUT_OFF : { overflowWrap: 'anywhere' })}>
        {children}
      </chakra.span>
      {hint && (
        <chakra.span color="fg.muted" textStyle="xs" {...CUT_OFF}>
          {hint}
        </chakra.span>
      )}
      {checked && <Check size={15} aria-label="Chosen" />}
    </OptionRow>
  );
}

const OptionRow = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    minH: '8',
    px: '2',
    py: '1',
    borderRadius: 'l1',
    cursor: 'pointer',
    userSelect: 'none',
    '&[data-active]': { bg: 'bg.muted' },
    '& > svg': { flexShrink: 0, color: 'fg.muted' },
  },
});

OptionList.Option = Option;
