import { Building2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { units } from '#core/units/contract.ts';
import type { Unit } from '#core/units/unit.ts';
import type { ActionItem } from '#web/components/menu/action-item.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { MoveUnitDialog } from './move-unit-dialog.tsx';

/** The action that moves the unit to a sub-dealer, for those who may, and its dialog while it is open. */
export function useMoveUnit(unit: Unit): { actions: ActionItem[]; dialog: ReactNode } {
  const { user, may } = useSession();
  const [isOpen, setOpen] = useState(false);
  const action: ActionItem = {
    id: 'moveUnit',
    label: 'Move to a sub-dealer',
    icon: Building2,
    run: () => setOpen(true),
    ...(!user.hasSubDealers && { disabledReason: 'Your dealer has no sub-dealers' }),
  };
  return {
    actions: may(units.moveToSubDealer.access) ? [action] : [],
    dialog: isOpen && <MoveUnitDialog unit={unit} onClose={() => setOpen(false)} />,
  };
}
