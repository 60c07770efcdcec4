// npm run dev: Vite on PORT and the server on the next port; both reload on change.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { checkNode, followParent, installWhenNeeded, root } from './install.mjs';

checkNode();
followParent();
await installWhenNeeded();

const port = Number(process.env.PORT ?? 8080);
const tool = (path) => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));
const env = { ...process.env, PORT: String(port + 1), API_URL: `http://127.0.0.1:${port + 1}` };
console.log(`开发时请打开 http://127.0.0.1:${port}（改动即时生效）；端口 ${port + 1} 只供接口使用。`);
const options = { cwd: root, stdio: 'inherit', env };
const children = [
  spawn(
    process.execPath,
    [
      tool('tsx/dist/cli.mjs'),
      'watch',
      '--clear-screen=false',
      '--include',
      'server/db/migrations/*.sql',
      'server/entry/main.ts',
    ],
    options,
  ),
  spawn(process.execPath, [tool('vite/bin/vite.js'), '--port', String(port)], options),
];

let code = 0;
const stop = () => children.forEach((child) => child.kill('SIGTERM'));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
for (const child of children) {
  child.on('exit', (status) => {
    code ||= status ?? 0;
    stop();
    if (children.every(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null)) process.exit(code);
  });
}
