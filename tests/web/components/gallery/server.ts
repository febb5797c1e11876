import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { createServer } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Serves the gallery of components. Port 0 takes any free port. */
export async function startGallery(port = 0): Promise<{ url: string; close: () => Promise<void> }> {
  const server = await createServer({
    configFile: false,
    root: here('.'),
    cacheDir: here('../../../../.local/gallery-cache'),
    plugins: [react()],
    logLevel: 'error',
    server: { port, strictPort: false, hmr: false, watch: null, fs: { allow: [here('../../../..')] } },
    optimizeDeps: { entries: ['main.tsx'] },
  });
  await server.listen();
  const address = server.httpServer!.address();
  if (address === null || typeof address === 'string') throw new Error('The gallery has no port');
  return { url: `http://localhost:${address.port}`, close: () => server.close() };
}
