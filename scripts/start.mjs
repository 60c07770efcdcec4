// npm start: installs what is missing, builds what is stale, and serves.
import module from 'node:module';
import { buildWhenStale } from './build.mjs';
import { checkNode, followParent, installWhenNeeded } from './install.mjs';

checkNode();
followParent();
await installWhenNeeded();
await buildWhenStale();
// From Node 22 on: keeps compiled code between starts.
module.enableCompileCache?.();
process.env.NODE_ENV ??= 'production';
// In this very process: signals and the exit code are the server's own.
await import(new URL('../dist/server/main.js', import.meta.url).href);
