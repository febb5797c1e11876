import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig, preview } from 'vite';

/** Builds the gallery of components and serves it. Port 0 takes any free port. */
export async function startGallery(port = 0): Promise<{ url: string; close: () => Promise<void> }> {
  const outDir = await mkdtemp(path.join(tmpdir(), 'watchkeep-gallery-'));
  const config: InlineConfig = {
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    logLevel: 'error',
    plugins: [react()],
    build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 5000 },
    preview: { port, host: 'localhost' },
  };
  await build(config);
  const server = await preview(config);
  const address = server.httpServer.address();
  if (address === null || typeof address === 'string') throw new Error('The gallery has no port');
  return {
    url: `http://localhost:${address.port}`,
    close: async () => {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
