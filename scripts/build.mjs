// npm run build, and the part of npm start that builds stale parts.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { checkNode, installWhenNeeded, root, runTool } from './install.mjs';

const common = [
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'vite.config.ts',
  'contract',
  'scripts/build.mjs',
  'scripts/antdStyles.ts',
  'scripts/browsers.ts',
  'scripts/sourceModules.ts',
  'package.json',
];
const parts = {
  web: {
    sources: [
      ...common,
      'scripts/backEnd.ts',
      'scripts/builtFiles.ts',
      'scripts/preloadFiles.ts',
      'scripts/offlineFiles.ts',
      'index.html',
      'public',
      'src',
      '.env',
    ],
    result: 'dist/web/index.html',
    args: ['build'],
  },
  server: {
    sources: [...common, 'vite.server.config.ts', 'server'],
    result: 'dist/server/main.js',
    args: ['build', '--config', 'vite.server.config.ts'],
  },
  // The empty database of a first start. `npm start` does not wait for it: a first start creates its own.
  database: {
    sources: ['package-lock.json', 'package.json', 'server/db', 'scripts/prepareDatabase.ts'],
    result: 'dist/database',
    tool: 'tsx/dist/cli.mjs',
    args: ['scripts/prepareDatabase.ts'],
  },
  // The real shell with a few pages of its own, for two browser tests; built only on request.
  shellHarness: {
    sources: [...common, 'src', 'tests/browser/shellHarness'],
    result: 'dist/shellHarness/index.html',
    args: ['build', '--config', 'tests/browser/shellHarness/vite.config.ts'],
  },
};
/** Parts that a start needs. */
const product = ['web', 'server'];
/** Parts of `npm run build`. */
export const built = [...product, 'database'];

/** Hashes path, size and time of every source. No file is read, so a warm start stays fast. */
function fingerprint(sources) {
  const hash = createHash('sha256').update(
    JSON.stringify(
      Object.entries(process.env)
        .filter(([name]) => name.startsWith('VITE_'))
        .sort(),
    ),
  );
  const visit = (path) => {
    const stat = statSync(join(root, path), { throwIfNoEntry: false });
    if (!stat) return;
    if (stat.isDirectory()) for (const name of readdirSync(join(root, path)).sort()) visit(`${path}/${name}`);
    else hash.update(`${path}:${stat.size}:${stat.mtimeMs}\n`);
  };
  sources.forEach(visit);
  return hash.digest('hex');
}

const stampOf = (name) => join(root, 'dist', `.${name}.stamp`);

function isFresh(name, print) {
  try {
    statSync(join(root, parts[name].result));
    return readFileSync(stampOf(name), 'utf8') === print;
  } catch {
    return false;
  }
}

const compressible = /\.(html|js|css|svg|json|txt|xml|ttf|wasm|webmanifest)$/;

/** Writes .br and .gz beside each file that gets smaller; the server sends them as they are. */
async function compress(directory) {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter(
    (file) => file.isFile() && compressible.test(file.name),
  );
  await Promise.all(
    files.map(async (file) => {
      const path = join(file.parentPath ?? file.path, file.name);
      const content = await readFile(path);
      if (content.length < 1_000) return;
      const brotli = {
        params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
      };
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(content, brotli),
        promisify(gzip)(content, { level: 9 }),
      ]);
      await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
    }),
  );
}

async function buildPart(name, print) {
  const { tool, args, result } = parts[name];
  const code = await runTool(tool ?? 'vite/bin/vite.js', tool ? args : [...args, '--logLevel', 'warn'], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (code !== 0) throw new Error(name);
  if (name === 'web') await compress(dirname(join(root, result)));
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stampOf(name), print);
}

/** Builds the parts whose sources changed; ends the process when a build fails. */
export async function buildWhenStale(names = product) {
  const stale = names
    .map((name) => [name, fingerprint(parts[name].sources)])
    .filter(([name, print]) => !isFresh(name, print));
  if (stale.length === 0) return;
  console.log(
    `正在构建 ${stale.map(([name]) => ({ web: '网页', server: '服务端', database: '初始数据库', shellHarness: '外壳测试页' })[name]).join('、')}…`,
  );
  try {
    await Promise.all(stale.map(([name, print]) => buildPart(name, print)));
  } catch (error) {
    console.error(`构建失败（${error.message}），请查看上面的错误。`);
    process.exit(1);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  checkNode();
  await installWhenNeeded();
  // `npm run build -- server` builds that part alone.
  await buildWhenStale(process.argv.length > 2 ? process.argv.slice(2).filter((name) => name in parts) : built);
}
