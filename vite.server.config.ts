import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { defineConfig, type Plugin } from 'vite';
import { alias } from './vite.config.ts';

/** The two faces that PDFs are set in; their package has nine, 10 MB each. */
const faces = ['400Regular/NotoSansSC_400Regular.ttf', '700Bold/NotoSansSC_700Bold.ttf'];

function copyFonts(): Plugin {
  const { resolve } = createRequire(import.meta.url);
  return {
    name: 'copy-fonts',
    generateBundle() {
      for (const face of faces)
        this.emitFile({
          type: 'asset',
          fileName: `fonts/${face.split('/').at(-1)}`,
          source: readFileSync(resolve(`@expo-google-fonts/noto-sans-sc/${face}`)),
        });
    },
  };
}

/**
 * The server, a small program that minds it, and the one that reads and draws in processes of its own. Dependencies stay in node_modules, but for those of hundreds of small modules, which would cost a warm
 * start a third of a second.
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
