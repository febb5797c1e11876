import { Text } from '@chakra-ui/react';

/** What is wrong, in red and spoken at once; nothing while nothing is. */
export function Problem({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <Text role="alert" color="fg.error">
      {text}
    </Text>
  );
}
