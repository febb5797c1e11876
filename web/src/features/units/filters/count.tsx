import { chakra } from '@chakra-ui/react';

/** The number of units of a value, if it is known. */
export const Count = ({ of }: { of: number | undefined }) =>
  of === undefined ? null : (
    <chakra.span textStyle="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
      {of.toLocaleString('en')}
    </chakra.span>
  );
