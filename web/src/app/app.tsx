import { ChakraProvider } from '@chakra-ui/react';
import { RouterProvider } from 'react-router/dom';
import { system } from '#web/theme/system.ts';
import { router } from './router.tsx';

export const App = () => (
  <ChakraProvider value={system}>
    <RouterProvider router={router} />
  </ChakraProvider>
);
