import { chakra } from '@chakra-ui/react';

/** The link of release notes to a page of another server. */
export const MoreInformation = ({ href }: { href: string }) => (
  <chakra.a
    href={href}
    target="_blank"
    rel="noopener noreferrer"
    color="accent.fg"
    textDecoration="underline"
    alignSelf="flex-start"
  >
    More information
  </chakra.a>
);
