import { chakra } from '@chakra-ui/react';

/** The product's mark: somebody on watch, and two waves that reach them. */
export const Mark = ({ size = 24 }: { size?: number }) => (
  <chakra.img src="/mark.svg" width={`${size}px`} height={`${size}px`} alt="" flexShrink="0" />
);
