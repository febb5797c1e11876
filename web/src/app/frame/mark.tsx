import { chakra } from '@chakra-ui/react';

/** The product's mark: a watchkeeper and two waves. */
export const Mark = ({ size = 24 }: { size?: number }) => (
  <chakra.img src="/mark.svg" width={`${size}px`} height={`${size}px`} alt="" flexShrink="0" />
);
