// Run by the bundle's own Node in a network without a way out: starts the installed product and uses it, and prints
// what it saw as one JSON object.
import { spawn, spawnSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

const [app, dataDir] = process.argv.slice(2);
const password = 'Bundle#2026!a';
const url = 'http://127.0.0.1:8123';
const env = {
  PATH: '/usr/bin:/bin',
  NODE_ENV: 'production',
  PORT: '8123',
  DATA_DIR: dataDir,
  DEMO: 'on',
  CAPTCHA: 'off',
  PUBLIC_URL: 'https://lab.example.com',
  ADMIN_PASSWORD: password,
  DEMO_PASSWORD: password,
  LOG_LEVEL: 'error',
};
const main = `${app}/dist/server/main.js`;
const server = spawn(process.execPath, [`${app}/dist/server/supervisor.js`], { cwd: app, env, stdio: 'inherit' });
try {
  for (let tries = 0; tries < 600; tries += 1) {
    if (
      await fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break;
    await wait(500);
  }
  const ask = async (path, options = {}) => fetch(`${url}/${path}`, options);
  const signed = await (
    await ask('auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password }),
    })
  ).json();
  const headers = { authorization: signed.token };
  const reports = await (await ask('api/report?size=100', { headers })).json();
  const issued = reports.content.find(({ state }) => state === 'issued') ?? reports.content[0];
  const file = async (path) => {
    const response = await ask(path, { headers });
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, head: bytes.subarray(0, 4).toString('latin1'), bytes: bytes.length };
  };
  const outside = await fetch('https://192.0.2.1/').then(
    () => 'reached',
    () => 'away',
  );
  const commands = Object.fromEntries(
    [['version'], ['doctor'], ['users'], ['verify-audit', '--help']].map((words) => [
      words[0],
      spawnSync(process.execPath, [main, ...words], { cwd: app, env, encoding: 'utf8' }),
    ]),
  );
  console.log(
    JSON.stringify({
      outside,
      page: (await (await ask('login')).text()).includes('<title>'),
      reports: reports.content.length,
      pdf: await file(`api/report/pdf/${issued.id}`),
      docx: await file(`api/report/docx/${issued.id}`),
      xlsx: await file('api/customer/export'),
      commands: Object.fromEntries(
        Object.entries(commands).map(([name, { status, stdout, stderr }]) => [name, { status, said: stdout + stderr }]),
      ),
    }),
  );
} finally {
  server.kill('SIGTERM');
}
