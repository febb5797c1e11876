import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** A titled list of devices. */
export function DeviceList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <chakra.section aria-label={label} display="flex" flexDirection="column" gap="3">
      <chakra.h2 textStyle="sectionTitle">{label}</chakra.h2>
      <chakra.ul borderWidth="1px" borderRadius="l3" bg="bg.panel" overflow="hidden">
        {children}
      </chakra.ul>
    </chakra.section>
  );
}

/** One row of such a list: facts on the left, actions on the right. */
export const DeviceItem = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: '2',
    px: '4',
    py: '3',
    borderTopWidth: '1px',
    borderColor: 'border.subtle',
    _first: { borderTopWidth: '0' },
  },
});
