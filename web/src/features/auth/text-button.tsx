import { Button, type ButtonProps } from '@chakra-ui/react';

/** A button that looks like text, on the pages before the portal. */
export const TextButton = (props: ButtonProps) => (
  <Button
    type="button"
    variant="plain"
    size="sm"
    h="8"
    px="1"
    alignSelf="center"
    fontWeight="normal"
    color="fg.muted"
    _hover={{ color: 'fg', textDecoration: 'underline' }}
    {...props}
  />
);
