import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { antdStyles } from '../../../scripts/antdStyles.ts';
import { alias } from '../../../vite.config.ts';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [antdStyles(), react()],
  resolve: { alias },
  build: {
    outDir: fileURLToPath(new URL('../../../dist/shellHarness', import.meta.url)),
    emptyOutDir: true,
    chunkSizeWarningLimit: 3_000,
  },
});
