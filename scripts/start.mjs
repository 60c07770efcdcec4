// npm start: installs what is missing, builds what is stale, and serves.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWhenStale } from './build.mjs';
import { checkNode, followParent, installWhenNeeded } from './install.mjs';

checkNode();
followParent();
await installWhenNeeded();
await buildWhenStale();
// From Node 22 on: keeps compiled code between starts.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');
process.env.NODE_ENV ??= 'production';
// Hands on signals, and ends with the server's own exit code.
await import(new URL('../dist/server/supervisor.js', import.meta.url).href);
