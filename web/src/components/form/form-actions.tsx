import { Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface FormActionsProps {
  form: { changed: readonly string[] };
  children: ReactNode;
}

/** The buttons below the form of a page. While something is not saved, they stay in sight wherever the page is scrolled. */
export const FormActions = ({ form, children }: FormActionsProps) => (
  <Flex
    justify="flex-end"
    align="center"
    columnGap="4"
    rowGap="2"
    wrap="wrap"
    py="3"
    bg="bg"
    {...(form.changed.length > 0 && {
      ...{ position: 'sticky', bottom: '0', zIndex: 'docked', borderTopWidth: '1px' },
      pb: 'calc(0.75rem + env(safe-area-inset-bottom))',
    })}
  >
    {children}
  </Flex>
);
