import { chakra, Flex } from '@chakra-ui/react';
import { cloneElement, type ReactElement } from 'react';

interface LabelledFieldProps {
  id: string;
  label: string;
  error: string | undefined;
  /** One input. */
  children: ReactElement<{ id?: string; 'aria-invalid'?: boolean; 'aria-describedby'?: string }>;
}

/** A label, its input and its error. */
export const LabelledField = ({ id, label, error, children }: LabelledFieldProps) => (
  <Flex direction="column" gap="1.5">
    <chakra.label htmlFor={id} fontWeight="600">
      {label}
    </chakra.label>
    {cloneElement(children, {
      id,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': error ? `${id}-error` : undefined,
    })}
    {error && (
      <chakra.p id={`${id}-error`} textStyle="xs" color="fg.error">
        {error}
      </chakra.p>
    )}
  </Flex>
);
