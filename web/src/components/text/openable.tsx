import { createContext, useContext } from 'react';

const OpenableContext = createContext<(href: string) => boolean>(() => true);

/** Says which addresses the user may open. Links to the others are shown as text. */
export const OpenableProvider = OpenableContext;

/** Returns true if the user may open an address of the portal: `const isOpenable = useOpenable()`. */
export const useOpenable = (): ((href: string) => boolean) => useContext(OpenableContext);
