// Shared by npm start and npm test before node_modules exists: plain Node, no dependencies.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const at = (path) => new URL(`../${path}`, import.meta.url);

/** Ends the process with a message when Node is older than package.json requires. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const fits = major === 20 ? minor >= 19 : major === 22 ? minor >= 12 : major > 22;
  if (fits) return;
  console.error(`Node ${process.versions.node} 版本过低，需要 20.19、22.12 或以上版本，请先升级 Node。`);
  process.exit(1);
}

const readLock = (path) => JSON.parse(readFileSync(at(path), 'utf8')).packages;

/**
 * Returns whether every package of the lockfile is installed in its version; packages for other systems may be missing.
 */
export function isInstalled() {
  if (!existsSync(at('node_modules/.package-lock.json'))) return false;
  const there = readLock('node_modules/.package-lock.json');
  return Object.entries(readLock('package-lock.json')).every(([path, { version, optional, devOptional, peer }]) => {
    const found = there[path];
    return path === '' || (found ? found.version === version : Boolean(optional || devOptional || peer));
  });
}

/** Runs a program in this terminal and resolves with its exit code. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  });
}

/** Runs a package's program with this Node. */
export const runTool = (path, args, options) =>
  run(process.execPath, [fileURLToPath(at(`node_modules/${path}`)), ...args], options);

/** Runs `npm ci` when packages are missing or the lockfile changed, without install scripts. */
export async function installWhenNeeded() {
  if (isInstalled()) return;
  console.log('正在安装依赖…');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund'];
  const code = npm?.endsWith('.js')
    ? await run(process.execPath, [npm, ...args])
    : await run('npm', args, { shell: process.platform === 'win32' });
  if (code === 0) return;
  console.error('依赖安装失败，请检查网络和 npm 的设置后重试。');
  process.exit(1);
}

/**
 * Ends with SIGTERM when the parent is gone: npm passes a signal to its shell only, and the process would go on without
 * a terminal.
 */
export function followParent() {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 300);
  timer.unref();
}
