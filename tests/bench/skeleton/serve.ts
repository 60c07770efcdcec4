import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, preview } from 'vite';

/** Builds the skeleton for production and serves it. */
export async function serveSkeleton(): Promise<{ url: string; stop: () => Promise<void> }> {
  const outDir = await mkdtemp(join(tmpdir(), 'bench-skeleton-'));
  const shared = {
    configFile: false as const,
    root: fileURLToPath(new URL('.', import.meta.url)),
    plugins: [react()],
    logLevel: 'warn' as const,
  };
  await build({ ...shared, build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 5_000 } });
  const server = await preview({ ...shared, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } });
  return {
    url: (server.resolvedUrls?.local[0] ?? '').replace(/\/$/, ''),
    async stop() {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
