import { defineConfig } from 'vite';
import { alias } from './vite.config.ts';

/**
 * The server in one file. Dependencies stay in node_modules, but for those of hundreds of small modules, which would cost a warm
 * start a third of a second.
 */
export default defineConfig({
  resolve: { alias: { '@contract': alias['@contract'], '@server': alias['@server'] } },
  ssr: { noExternal: ['drizzle-orm', 'zod', 'hono', '@hono/node-server'] },
  publicDir: false,
  build: {
    ssr: 'server/main.ts',
    outDir: 'dist/server',
    emptyOutDir: true,
    // Readable as it is, and Node would read the map at each start.
    sourcemap: false,
    minify: false,
    target: 'node20',
    rollupOptions: { output: { entryFileNames: 'main.js' } },
  },
});
