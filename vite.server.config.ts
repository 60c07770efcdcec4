import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { defineConfig, type Plugin } from 'vite';
import { fontFiles } from './server/print/fontFiles.ts';
import { alias } from './vite.config.ts';

function copyFonts(): Plugin {
  const { resolve } = createRequire(import.meta.url);
  return {
    name: 'copy-fonts',
    generateBundle() {
      for (const [packageName, file] of Object.values(fontFiles))
        this.emitFile({
          type: 'asset',
          fileName: `fonts/${file.split('/').at(-1)}`,
          source: readFileSync(resolve(`${packageName}/${file}`)),
        });
    },
  };
}

/**
 * The server, a small program that minds it, and the one that reads and draws in processes of its own. Dependencies
 * stay in node_modules, but for those of hundreds of small modules, which would cost a warm start a third of a second.
 */
export default defineConfig({
  resolve: { alias: { '@contract': alias['@contract'], '@server': alias['@server'] } },
  plugins: [copyFonts()],
  ssr: { noExternal: ['drizzle-orm', 'zod', 'hono', '@hono/node-server'] },
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    // Readable as it is, and Node would read the map at each start.
    sourcemap: false,
    minify: false,
    target: 'node20',
    rollupOptions: {
      input: { main: 'server/entry/main.ts', supervisor: 'server/entry/supervisor.ts', child: 'server/entry/child.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
