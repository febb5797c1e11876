import { cloneElement, type MouseEvent, type ReactElement } from 'react';
import { Tooltip } from './tooltip.tsx';

interface Disableable {
  'aria-disabled'?: boolean | 'true';
  onClick?: (event: MouseEvent) => void;
  href?: string;
}

export interface DisabledReasonProps {
  /** Why the control cannot be used now; undefined or empty enables it. */
  reason: string | undefined;
  /** One button or link. */
  children: ReactElement;
}

/**
 * Disables its control and says why on hover, focus and press. The control stays in the tab order, so that the reason can be reached, and keeps
 * the focus when the reason comes or goes.
 */
export function DisabledReason({ reason, children }: DisabledReasonProps) {
  return (
    <Tooltip content={reason}>
      {(open) =>
        reason
          ? cloneElement(children as ReactElement<Disableable>, {
              'aria-disabled': true,
              onClick: (event: MouseEvent) => {
                event.preventDefault();
                event.stopPropagation();
                open();
              },
            })
          : children
      }
    </Tooltip>
  );
}
