import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { offlineShell } from './scripts/offlineFiles.ts';

const folder = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

export const alias = { '@contract': folder('./contract'), '@server': folder('./server'), '@': folder('./src') };

/** At the root, so that it may answer for every page; asked for anew each time, so without a hash. */
const worker = 'sw.js';

const api = process.env['API_URL'] ?? 'http://127.0.0.1:8081';

export default defineConfig({
  plugins: [react(), offlineShell(worker)],
  resolve: { alias },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    sourcemap: false,
    // The script that some old Safari needs would be inline, and the content security policy allows none.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_500,
    rolldownOptions: {
      input: { index: folder('./index.html'), offline: folder('./src/site/offline/worker.ts') },
      output: { entryFileNames: ({ name }) => (name === 'offline' ? worker : 'assets/[name]-[hash].js') },
      treeshake: {
        // antd's packages have no side effects but don't all say so: for the sake of one context the shell would load the whole form.
        moduleSideEffects: [{ test: /[\\/]node_modules[\\/]@rc-component[\\/]/, sideEffects: false }],
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 8080,
    strictPort: true,
    proxy: { '/api': api, '/auth': api, '/websocket': { target: api, ws: true } },
  },
});
