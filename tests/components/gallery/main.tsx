import { ChakraProvider } from '@chakra-ui/react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import '@fontsource-variable/inter';
import { system } from '#web/theme/system.ts';
import { Gallery } from './gallery.tsx';

const mode = new URLSearchParams(location.search).get('mode') === 'dark' ? 'dark' : 'light';
document.documentElement.classList.add(mode);

const router = createBrowserRouter([{ path: '*', element: <Gallery /> }]);

createRoot(document.getElementById('root')!).render(
  <ChakraProvider value={system}>
    <RouterProvider router={router} />
  </ChakraProvider>,
);
