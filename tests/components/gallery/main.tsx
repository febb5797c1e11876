import { ChakraProvider } from '@chakra-ui/react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import '@fontsource-variable/inter';
import { removeToasts } from '#web/components/messages/toaster.tsx';
import { system } from '#web/theme/system.ts';
import { Gallery } from './gallery.tsx';

const element = document.getElementById('root')!;
let end = () => {};

/** Draws the gallery at the page's address, as if it had just been loaded. */
function begin() {
  end();
  const isDark = new URLSearchParams(location.search).get('mode') === 'dark';
  document.documentElement.classList.toggle('dark', isDark);
  document.documentElement.classList.toggle('light', !isDark);
  const router = createBrowserRouter([{ path: '*', element: <Gallery /> }]);
  const root = createRoot(element);
  root.render(
    <ChakraProvider value={system}>
      <RouterProvider router={router} />
    </ChakraProvider>,
  );
  end = () => {
    root.unmount();
    router.dispose();
    removeToasts();
  };
}

begin();
addEventListener('begin', begin);
