// npm run backup, restore, prepare-database, verify-audit: installs missing packages, builds a stale server, and runs
// the command (server/commands).
import { buildWhenStale } from './build.mjs';
import { checkNode, installWhenNeeded } from './install.mjs';

checkNode();
await installWhenNeeded();
await buildWhenStale(['server']);
process.env.NODE_ENV ??= 'production';
await import(new URL('../dist/server/main.js', import.meta.url).href);
