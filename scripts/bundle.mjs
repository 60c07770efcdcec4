// npm run bundle [-- --platform linux-x64 --node FILE-OR-FOLDER --out FOLDER --deb]: one archive with Node, the built
// product, its production packages and an installer, for machines without Internet; with --deb also a Debian package of
// the same. --tree FOLDER writes the program alone, without Node, for an image that has it.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { built, buildWhenStale } from './build.mjs';
import { debianName, makeDebianPackage } from './bundle/debianPackage.mjs';
import { needless, productionPackages } from './bundle/productionPackages.mjs';
import { checkNode, installWhenNeeded, root } from './install.mjs';

const own = `${process.platform}-${process.arch}`;
const { values } = parseArgs({
  options: {
    platform: { type: 'string', default: own },
    node: { type: 'string' },
    out: { type: 'string', default: join(root, 'dist/bundle') },
    deb: { type: 'boolean', default: false },
    tree: { type: 'string' },
  },
});
const { platform, node } = values;

function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}

if (!['linux-x64', 'linux-arm64'].includes(platform)) refuse(`不支持平台 ${platform}，可用 linux-x64 或 linux-arm64。`);
if (!node && platform !== own)
  refuse(`请用 --node 指定 ${platform} 的 Node：从 nodejs.org 下载并解压后的目录，或其中的 bin/node。`);

/** Returns the program `node` of the option: a folder as Node is unpacked, or the program itself. */
function nodeProgram() {
  if (!node) return process.execPath;
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), node);
  const program = existsSync(join(path, 'bin/node')) ? join(path, 'bin/node') : path;
  if (!existsSync(program) || statSync(program).isDirectory()) refuse(`${node} 中没有 bin/node，请检查 --node。`);
  return program;
}

/** What the server reads at run time besides its packages. */
const read = [
  'package.json',
  'LICENSE',
  '.env.example',
  'dist/database',
  'dist/server',
  'dist/web',
  'server/db/migrations',
  'server/seed/library/data',
  'server/seed/demo/pictures',
  'public/layouts',
  'docs/operations.md',
  'docs/operations.zh-CN.md',
  'docs/operations',
];

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function writeSums(tree) {
  const lines = filesIn(tree).map(
    (path) => `${createHash('sha256').update(readFileSync(path)).digest('hex')}  ${relative(tree, path)}`,
  );
  writeFileSync(join(tree, 'SHA256SUMS'), `${lines.join('\n')}\n`);
}

/** Copies what the server needs at run time: the built product and its production packages. */
function copyProgram(app, lock) {
  for (const path of read)
    if (existsSync(join(root, path))) cpSync(join(root, path), join(app, path), { recursive: true });
  for (const place of productionPackages(join(root, 'dist/server'), lock))
    cpSync(join(root, place), join(app, place), {
      recursive: true,
      filter: (from) => {
        const within = relative(join(root, place), from);
        return !within.split('/').includes('node_modules') && !needless.test(`${place}/${within}`);
      },
    });
}

checkNode();
await installWhenNeeded();
await buildWhenStale(built);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
if (values.tree) {
  copyProgram(resolve(process.env.INIT_CWD ?? process.cwd(), values.tree), lock);
  process.exit(0);
}
const name = `occhealth-${version}-${platform}`;
const work = mkdtempSync(join(tmpdir(), 'occhealth-bundle-'));
try {
  const tree = join(work, name);
  const app = join(tree, 'app');
  copyProgram(app, lock);
  mkdirSync(join(tree, 'bin'));
  cpSync(nodeProgram(), join(tree, 'bin/node'));
  chmodSync(join(tree, 'bin/node'), 0o755);
  cpSync(join(root, 'scripts/bundle/install.sh'), join(tree, 'install.sh'));
  chmodSync(join(tree, 'install.sh'), 0o755);
  writeSums(tree);
  const bytes = (folder) => filesIn(folder).reduce((sum, path) => sum + statSync(path).size, 0);
  const out = resolve(process.env.INIT_CWD ?? process.cwd(), values.out);
  mkdirSync(out, { recursive: true });
  const archive = join(out, `${name}.tar.gz`);
  const { create } = await import('tar');
  await create({ gzip: { level: 9 }, file: archive, cwd: work, portable: true, mtime: new Date(0) }, [name]);
  const writeSum = (file) => {
    const sum = createHash('sha256').update(readFileSync(file)).digest('hex');
    writeFileSync(`${file}.sha256`, `${sum}  ${basename(file)}\n`);
  };
  writeSum(archive);
  if (values.deb) {
    const file = join(out, debianName(version, platform));
    const problem = makeDebianPackage({ tree, name, version, platform, bytes: bytes(tree), work, file });
    if (problem) refuse(problem);
    writeSum(file);
    console.log(file);
  }
  const megabytes = (count) => `${Math.round(count / 1e6)} MB`;
  console.log(
    `${archive}\n程序 ${megabytes(bytes(app))}，Node ${megabytes(statSync(join(tree, 'bin/node')).size)}，压缩后 ${megabytes(statSync(archive).size)}`,
  );
} finally {
  rmSync(work, { recursive: true, force: true });
}
