// npm start: installs missing packages, builds stale parts, and serves.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWhenStale } from './build.mjs';
import { checkNode, followParent, installWhenNeeded } from './install.mjs';

checkNode();
followParent();
await installWhenNeeded();
await buildWhenStale();
// From Node 22: keeps compiled code between starts.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');
process.env.NODE_ENV ??= 'production';
// Forwards signals, and ends with the server's exit code.
await import(new URL('../dist/server/supervisor.js', import.meta.url).href);
