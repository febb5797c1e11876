import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: path.resolve(import.meta.dirname, '../../../.local/gallery'),
    emptyOutDir: true,
    chunkSizeWarningLimit: 5000,
  },
});
