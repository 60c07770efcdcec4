import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: at('.'),
  plugins: [react()],
  resolve: { alias: { '@': at('../../../src'), '@contract': at('../../../contract') } },
  build: { chunkSizeWarningLimit: 2000 },
  logLevel: 'warn',
});
