import { defineConfig } from 'vite';
import { alias } from './vite.config.ts';

/** The server in one file beside its dependencies, which stay in node_modules. */
export default defineConfig({
  resolve: { alias: { '@contract': alias['@contract'], '@server': alias['@server'] } },
  publicDir: false,
  build: {
    ssr: 'server/main.ts',
    outDir: 'dist/server',
    emptyOutDir: true,
    sourcemap: true,
    target: 'node20',
    rollupOptions: { output: { entryFileNames: 'main.js' } },
  },
});
