// Lets the children that read and draw files run the built program: tsx takes seconds of a processor to load the
// sources for each of hundreds. `npm test` says by BUILT_CHILD that it has just built them; a single `npx vitest run`
// may find an old build, and stays with the sources.
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';

const pathOf = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const [source, built] = [pathOf('server/entry/child.ts'), pathOf('dist/server/child.js')];

if (process.env.BUILT_CHILD === 'on') {
  const fork = (globalThis[Symbol.for('fork of Node')] ??= childProcess.fork);
  childProcess.fork = (path, options) =>
    path === source
      ? fork(built, {
          ...options,
          execArgv: options.execArgv.filter((option) => option.startsWith('--max-')),
          env: { NODE_ENV: 'production' },
        })
      : fork(path, options);
  syncBuiltinESMExports();
}
