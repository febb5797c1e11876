import { type ReactElement, useEffect, useRef } from 'react';
import { DisabledReason } from '../tooltip/disabled-reason.tsx';

interface RowCheckboxProps {
  label: string;
  checked: boolean;
  indeterminate?: boolean;
  tabIndex?: number;
  /** Why it cannot be checked now, empty while it can be. A checkbox without it can always be checked, and renders faster. */
  reason?: string;
  onChange: (checked: boolean, shift: boolean) => void;
}

/** The browser's own checkbox, because a thousand of them must render fast. */
export function RowCheckbox({ label, checked, indeterminate = false, tabIndex, reason, onChange }: RowCheckboxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the checkbox inside has the keyboard; this only keeps the row from opening
    <label
      onClick={(event) => event.stopPropagation()}
      // Without this, a click with Shift selects the text between.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
    >
      <Reason reason={reason}>
        <input
          ref={input}
          type="checkbox"
          aria-label={label}
          checked={checked}
          tabIndex={tabIndex}
          onChange={(event) => {
            if (reason) return;
            onChange(event.target.checked, (event.nativeEvent as MouseEvent).shiftKey === true);
          }}
        />
      </Reason>
    </label>
  );
}

const Reason = ({ reason, children }: { reason: string | undefined; children: ReactElement }) =>
  reason === undefined ? children : <DisabledReason reason={reason}>{children}</DisabledReason>;
