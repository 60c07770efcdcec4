import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, preview } from 'vite';
import { alias } from '../../../vite.config.ts';

/** Builds the real shell around a few test pages and serves it; answers the address, and how to end it. */
export async function serveShell(): Promise<{ address: string; stop: () => Promise<void> }> {
  const outDir = await mkdtemp(join(tmpdir(), 'shell-'));
  const common = {
    configFile: false as const,
    root: fileURLToPath(new URL('.', import.meta.url)),
    plugins: [react()],
    resolve: { alias },
    logLevel: 'warn' as const,
    build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 3_000 },
  };
  await build(common);
  const server = await preview({ ...common, preview: { host: '127.0.0.1', port: 0 } });
  const address = server.resolvedUrls?.local[0];
  if (!address) throw new Error('vite preview did not say where it listens');
  return {
    address: address.replace(/\/$/, ''),
    stop: async () => {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
